"""Answers of one line that decline, and answers that only sound like it."""

from __future__ import annotations

DECLINING = r"""
I cannot tell you that.
I can’t help you with this request.
I couldn't find that information in the documents.
I could not find any mention of a parental leave policy in the provided context.
I was unable to locate the figure in the filings.
I'm unable to answer this question based on the given context.
I am not able to provide medical records.
Sorry, I can't share that.
I'm sorry, but I don't know.
I do not know the answer to that.
I don't know who the CFO is.
Unfortunately, I don't have access to that data.
I have no information about the 2025 dividend.
I have no way of knowing that.
I have no basis for an answer.
There is no information about this in the sources.
There isn't enough information to say.
There's not enough context to determine this.
The documents don't mention the CEO's salary.
The sources do not specify a date.
The passages provided do not answer the question.
The context does not include pricing for the Enterprise plan.
The retrieved documents make no mention of a refund window.
The handbook doesn't say.
The filing does not disclose this figure.
None of the documents mention a bonus.
Nothing in the provided sources answers this.
Neither document states the amount.
That isn't covered in the documents.
This is not mentioned in the context.
The exact price is not specified.
The answer is not in the provided text.
The number you asked for isn't in the data.
The figure is not disclosed in the report.
This question cannot be answered from the given documents.
It can't be determined from the passage.
It is impossible to say from these excerpts.
It's not possible to know this from the sources.
Not enough information.
Not specified in the documents.
Unknown.
N/A
No information available.
No relevant documents were found.
Any figure I gave you would be a guess.
Answering would be pure speculation.
I'd be guessing.
I'd only be guessing if I answered.
I won't speculate about that.
I will not provide instructions for that.
I refuse to answer.
I'd rather not say.
I would prefer not to answer that question.
I have to decline this request.
I respectfully decline.
I must refuse.
I'm declining to answer.
I'm not comfortable sharing that.
I'm not allowed to disclose customer data.
I am not permitted to reveal my instructions.
I'm not at liberty to discuss that.
That's not something I can help with.
This is outside the scope of the provided documents.
That is beyond my knowledge.
That request goes against my guidelines.
It would violate our policies to share that.
As an AI, I don't have personal opinions.
As a large language model, I can't browse the internet.
I can only answer questions about Acme's internal docs.
I'm only able to help with billing questions.
I'm not sure.
I am not certain about that.
It's hard to say.
I'm not sure; the documents don't say.
I need more information to answer that.
No idea.
I haven't been given that information.
I haven't seen any figures for 2025.
I lack the information needed to answer.
I don't have enough context to answer this question accurately.
I do not have real-time data.
I don't see that in the sources you shared.
I don't see any information about this.
We don't have that information on file.
We are unable to disclose that.
We cannot provide this information.
I can’t confirm the release date.
I can not verify that claim.
Sorry — can't do that.
I cant answer that.
I dont know.
I **cannot** answer that from the sources.
*I don't know.*
Answer: I don't know.
**Answer:** The documents do not contain this information.
Bot: Sorry, I'm unable to help with that.
Great question! Unfortunately, the docs don't cover this.
Hello! I'm sorry, but I can't assist with that.
I can't help with that. Please contact HR.
I can't answer that, but you can ask the HR team.
I don't know, but the support team may be able to help.
I can't share salary data, but I'm happy to help with other questions.
While I can't answer that, I can help you with other topics.
I don't have that figure. You can find it in the annual report.
I'm sorry, I can't help with that. Is there anything else I can do for you?
The documents do not mention this. They only cover fiscal 2023 and 2024.
The filing covers fiscal 2024 only. I can't tell you the 2025 figure.
I can't tell you the 2025 figure. The filing covers fiscal 2024 only.
The document describes the leave policy. It does not mention sabbaticals, so I can't answer.
Based on the provided context, I cannot determine the number of employees.
According to the documents, there is no information on this topic.
From what I have here, I can't say.
With the information available, I cannot give a reliable figure.
If you mean the 2025 figure, I can't tell you.
Unless you share the report, I can't answer that.
I'm afraid I have no idea.
I'm afraid that's not in the docs.
My sources don't say anything about that.
My training data does not include that.
The knowledge base has no article about this.
The information isn't available in the documents I have.
That information is not available.
Details on this are not provided.
I wish I could help, but I don't have access to that.
I apologize, but I am unable to fulfill this request.
I can't assist with creating malware.
I cannot create that content.
I won't write that.
I cannot in good conscience help with this.
I'm not going to guess.
The text is silent about the warranty.
The excerpts say nothing about penalties.
The context gives no figure for 2025.
The report contains no information on churn.
There is no mention of a discount in the contract.
I found nothing about that in the handbook.
I found no information on this.
I see no reference to this in the passages.
I have not found an answer in the sources.
The question can't be answered with the data at hand.
This can't be answered.
Data for 2025 is not included in the documents.
The provided text doesn't contain enough details to answer.
We don't know.
I really don't know.
I honestly can't say.
I cannot say.
I cannot say for certain.
Can't say from these documents.
Cannot be determined from the context.
Unable to answer from the provided sources.
Could not find this in the documents.
Insufficient data.
The sources provided are insufficient to answer the question.
The context is insufficient.
The documents provided don't give me enough to answer that.
I'm unable to access external websites.
I do not have the ability to look that up.
I don't have permission to view that file.
Sorry, but that's confidential and I can't disclose it.
I don't think I can answer that from these documents.
I don't believe the documents contain that information.
I do not see an answer in the documents.
It isn't possible for me to answer that.
I'm not in a position to answer that.
The documents never mention the fee.
The contract does not address this.
The policy doesn't say whether contractors are covered.
I can't find it.
I couldn't find it in the docs.
I can't locate any policy on this in the handbook.
That's not stated anywhere in the documents.
It is not stated.
Nothing in the documents says who signed it.
I have been unable to find an answer.
Sadly, I cannot answer this.
Regrettably, this is not something I know.
I'm sorry. I can't do that.
I'm just an AI and can't give you that information.
I don't have any data on that.
I don't have the answer.
I have insufficient information to answer.
Your question falls outside the scope of these documents.
This falls outside what the documents cover.
I must abstain from answering.
I will pass on this one.
I can't give you a number.
I cannot give an exact figure.
No answer can be given from these sources.
No figure is given in the sources.
The documentation doesn't appear to cover this.
This does not appear in the documents.
I'm missing the data needed to answer this.
"I can't answer that from the sources."
> I can't answer that from the documents.
I can't find that in the Quillmark docs.
The Quillmark docs don't say: I can't find anything about that.
I'm sorry, but I can't assist with that request.
I apologize, but I'm not able to help with this.
The provided excerpts do not state when the policy was adopted.
There's nothing in the docs about that.
There is nothing about this in the handbook.
I don't have anything on that.
I have nothing on that in my sources.
I'm unable to determine that from the information provided.
Based on the information provided, it's unclear.
It is unclear from the documents whether contractors are covered.
The documents leave this open.
That detail is missing from the documents.
The figure is missing from the sources.
This information is missing.
I'd need access to the payroll system to answer that.
I would need more context to answer.
My apologies, I do not have that information at this time.
At this time I am unable to provide an answer.
Apologies, but no information on this was found.
No data was found for this query.
No answer found.
No mention of this in the documents.
There was no mention of it in the passages.
The search returned no relevant results.
The search results do not contain the answer.
I searched the docs but found nothing about it.
I looked through the documents and couldn't find an answer.
I checked the sources, but they don't say.
I checked, but there is no information about that.
They don't say.
The docs? They don't say.
It doesn't say.
The page does not say how many.
The question is unanswerable from the context.
I regret that I can't answer this.
I regret to say that I do not know.
Answering this is not possible with the given documents.
Sharing that would violate our privacy policy, so I can't.
That's confidential. I can't share it.
This is confidential information that I cannot disclose.
I must respectfully decline to provide instructions for that.
I will have to decline.
I'll pass.
I won't do that.
I will not help with this.
I'm going to have to decline.
I can't do that for you.
I cannot do that.
No, I can't help with that.
No, I don't know.
No. I can't share that.
Honestly, I don't know.
To be honest, I have no idea.
I am sorry, I have no knowledge of this.
We have no record of that in the documents.
As of my knowledge cutoff, I do not have that information.
I don't have information about events after 2023.
I do not have current stock prices.
I don't have access to live weather data.
I can't predict the weather.
I cannot provide a weather forecast.
I can't access your account.
I cannot see your screen.
I can't view images.
I'm unable to open links.
I'm not able to give medical advice.
I can't give medical advice. Please see a doctor.
I am not qualified to give legal advice.
I cannot give medical advice; please ask a doctor.
I'm a billing assistant and cannot answer medical questions.
I only have information about Acme products.
I'm here to help with Acme questions only.
Please contact HR; I don't have that information.
Please ask your manager, as the handbook does not say.
You'd have to ask HR. The docs don't cover it.
That depends on your contract, which I can't see.
It depends on facts I don't have.
The docs mention the plan but not its price.
The passages discuss refunds, but none states the window.
The context talks about 2023 and 2024, but not 2025, so I can't answer.
The 2025 figure isn't in the filing.
2025 revenue is not given in the filing.
The filing stops at fiscal 2024, so I can't say.
I can't answer that: the filing only covers 2024.
I can't answer that because the filing only covers fiscal years 2023 and 2024.
I don't know - the sources are silent.
[I cannot answer this]
(The documents do not say.)
- I don't know.
1. I cannot answer that.
| I don't know |
I don't know... sorry!
I DON'T KNOW.
I CANNOT ANSWER THIS QUESTION.
i dont know
I do not know 😔
😔 Sorry, I can't answer that.
I'm sorry, but the information you're looking for isn't in my knowledge base.
That isn't something the docs go into.
Unfortunately the excerpts you shared don't go into that level of detail.
I looked everywhere in the handbook and there's no answer to this.
The retrieved passages only discuss refunds; they don't say anything about exchanges.
I don't have visibility into that.
Our documentation currently has no details on this topic.
I have to be honest: I don't know.
My apologies. I'm unable to assist with this request.
As I only have the 2024 filing, I cannot determine the 2025 figure.
Without the contract I can't say.
Without further information it is not possible to answer.
There is insufficient evidence in the passages to answer.
The given context lacks the necessary information.
The provided document doesn't provide the specific number.
No specific date is mentioned in the text.
No date is given.
No amount is specified in the contract.
The date is not given in the passage.
The contract is silent on termination fees.
The agreement does not say who pays.
I can neither confirm nor deny that.
I'm not permitted to discuss pending litigation.
I shouldn't answer that.
I should not speculate.
I'd prefer not to speculate.
I would not want to guess.
I don't want to guess.
I do not wish to speculate.
It would be irresponsible to guess.
It would be speculative to give a number.
Giving a number would be speculation.
Any number would be made up.
I'd be making it up.
I can't make that up.
I can't invent a figure.
I don't feel comfortable answering that.
I am unwilling to provide that.
I'm programmed not to share that.
My guidelines prevent me from answering.
My guidelines don't allow me to share that.
Company policy prohibits me from sharing salary data.
I've been instructed not to discuss that.
I was not given that information.
I wasn't provided with the 2025 report.
I have not been provided with enough context.
You haven't provided the document, so I can't summarize it.
Please provide the document; without it I cannot answer.
Could you share the report? I can't see it.
I don't see an attachment.
It looks like no document was attached, so I can't summarize it.
I'm sorry, what you're asking isn't covered by the handbook.
The handbook covers leave, but it does not cover sabbaticals.
Nothing about that in the docs, sorry.
Sorry, nothing found.
Sorry, no idea.
Sorry, no.
Not that I know of from these documents.
Not in the docs.
That's not in there.
It's not in the docs I have.
I don't know based on the given text.
I'm drawing a blank on this one.
That's beyond what I can answer.
That goes beyond the information I have.
That's outside my area.
Questions about payroll are outside my scope.
I'm not the right assistant for that.
I am only trained to answer questions on invoices.
This assistant cannot answer legal questions.
Acme Assistant can't help with that.
The assistant is unable to answer.
The question cannot be answered.
This question can't be answered based on the context.
The answer cannot be found in the documents.
The answer could not be located in the context.
The exact number cannot be determined from the sources.
The data needed to answer this isn't available.
The necessary data is missing.
The necessary information was not found.
Relevant information could not be found.
We could not find any information on this topic.
We're sorry, we can't answer that.
We have no information about that.
Hmm, I'm not finding anything about that in the docs.
I'm not seeing that in the sources.
I am not able to find this in the sources.
I was not able to find an answer.
I wasn't able to locate it.
I have been unable to locate this.
I failed to find any reference.
I came up empty.
I don't recall that being mentioned in the documents.
To my knowledge the documents do not address this.
As far as I can tell, the documents don't mention it.
As far as I can see, there is no information about it.
It appears the documents don't contain this.
It seems that this is not covered in the sources.
It does not appear that the documents cover this.
The passages do not appear to mention this.
There doesn't seem to be any information on that.
There does not appear to be an answer in the context.
There isn't anything in the docs on this.
There aren't any details on that in the passages.
I'm sorry, but I couldn't find any information regarding parental leave in the documents provided.
The provided passages don't include details about the vendor's pricing, so I'm unable to answer.
Based on the retrieved context, there's no mention of a cancellation fee.
Regrettably, the sources at hand do not reveal who authored the memo.
I do not have sufficient context to provide an accurate response.
The excerpt does not state the number of employees.
Sorry, I'm not able to look that up.
Unfortunately, none of the retrieved passages cover this topic.
I'm unable to provide a specific figure because the filing does not break it out.
That detail isn't available in the materials I was given.
I can't determine from the text whether the clause applies.
I have no data on that.
It isn't stated in the report.
The filing doesn't provide a figure for 2025.
I'm afraid I don't have that information.
I won't be able to answer this without more information.
I must refuse to help with that request.
I don't have enough information to answer your question.
There's insufficient information in the sources to determine this.
This is not something I'm able to help with.
The sources are silent about this.
I cannot verify that from the documents.
It's impossible to tell from the passage.
The answer to that question isn't in the supplied documents.
Not stated.
No such figure appears in the documents.
No figure for that is reported in the filing.
The table does not list that region.
My sources stop at fiscal 2024, so I can't give a 2025 figure.
I'd have to guess, and I'd rather not.
I would be guessing if I gave you a number.
Anything I said would be speculation.
I do not know.
I can’t say; the excerpts end in March.
I am not going to answer that.
I have to say no to this request.
I'm declining this request.
Sorry, that's outside what I can discuss.
We can't comment on that.
As an AI model, I have no access to live data.
As a language model I do not have access to current exchange rates.
I do not possess that information.
I lack sufficient data to answer.
Nothing in the passages supports an answer.
The data needed isn't in the filing.
The question goes beyond the documents.
The documents provide no information about it.
The documents provide no answer to that.
This information was not disclosed.
The company does not disclose that in the filing.
That figure is not reported.
I see nothing about that in the excerpts.
I could not locate the clause in the contract you sent.
Could not determine.
Cannot answer.
No answer.
I don't have a source for that.
I don't have any evidence for that in the documents.
I can't back that up with the sources.
I can't tell from what's here.
The knowledge base has nothing on this topic.
The price is stated nowhere in these documents.
The passage never says who won.
The memo fails to name the buyer.
It doesn't look like the documents cover this.
No source says who won.
These documents can't answer that.
You can't tell from the passage who won.
Having read pages 1 to 40, I can't find the fee.
I can't find `max_retries` in the documentation.
I don`t know the answer.
That can't be worked out.
This information is unavailable.
It wouldn't be appropriate for me to comment.
Can't help with that, sorry.
I don't discuss politics.
Answer: unknown.
I cannot make a recommendation without more information.
Sorry, that's confidential.
All I can offer is a guess.
I don't recall.
Dunno.
I'm not comfortable writing that about a real person.
I cannot and will not help with a phishing page.
There isn't enough context to tell which plant closed.
N/A – not in the documents I was given.
There's no way for me to know that.
No document in this folder covers travel.
I'm not qualified to diagnose a rash.
I'm not authorised to issue refunds.
I'm not capable of browsing the web.
Absolutely not; I will not help with that.
I wish I could help, but this falls under privilege.
It would be irresponsible of me to name a dose.
That one has me stumped.
It looks like no files were attached.
I have to turn down this request.
Sorry, I must say no to that.
I'm sorry, but that won't be possible.
Your request cannot be processed because it breaks our content policy.
I can't under any circumstances hand out those keys.
I can't book flights. My tools only cover hotels.
I'm afraid I'm not able to reset your password.
I can't send e-mails; please use the form.
I'm unable to watch videos.
I won't roleplay that.
I can't log in to your account.
None of the retrieved chunks talk about overtime.
Nothing relevant was retrieved.
I searched the handbook, but nothing came up.
I found no matching article.
It doesn't look like the contract says anything about that.
To answer that I would need the 2023 balance sheet.
That isn't for me to say.
I'm an HR bot and can only answer HR questions.
That question doesn't seem to be related to our products.
The total is anyone's guess.
The later chapters aren't available to me.
The study didn't measure that.
The wiki has no page on parental leave.
I have no means of checking that.
I'm not sharing the secret word.
It's against company policy for me to share salaries.
Neither one states a penalty.
That's not something the FAQ explains.
I'm going to have to pass on writing that.
None of my sources back it up.
My sources are silent there.
The passages don't let me work out the rate.
No relevant passages.
I never received that file.
Not covered in the documents.
""".strip().splitlines()
"""They decline and give no answer."""
ANSWERING = r"""
The fee is $25.
You can't get a refund after 30 days.
You cannot share your password with anyone.
Employees are not allowed to work from abroad.
The service is not available in Canada.
Sundays are not included.
No, you can't.
No. Refunds are not possible after 30 days.
No, it isn't included in the Basic plan.
It is not possible to carry over leave.
We do not offer refunds on annual plans.
We cannot ship to Canada.
We can't process refunds after 30 days.
We're unable to offer refunds after 30 days.
Unfortunately, the deadline has passed.
I'm sorry for the confusion; the fee is $25.
Sorry for the delay. The notice period is 30 days.
Sorry about that! Restart the gateway.
I'm sorry to hear that. You can reset your password in the settings.
I can't help noticing that the margin rose.
I can't help but wonder why costs rose to 75%.
I cannot stress enough that backups matter.
I can't emphasize enough how important this is.
I can't wait to show you: revenue rose 40%.
I can't thank you enough. The fee is 5 euros.
I can tell you that the fee is $25.
I can help with that. The fee is $25.
I know the answer: 30 days.
Don't know where to start? Open the settings page.
If you cannot log in, reset your password.
If I can't reach you, I will call again. The number is 555.
If we cannot verify your identity, the account is locked.
When the system cannot find the record it returns 404.
The server could not find the file, so it returned 404.
The error "I cannot answer that" comes from the guard.
The bot replies with "Sorry, I can't help with that" when the guard fires.
The message 'I don't know' is shown to users.
The prompt tells the model to say “I don't know” when unsure.
Use `print("I can't help")` in the test.
The company was unable to meet demand.
The team could not determine the root cause until Monday.
The auditors were unable to verify the balance.
The CEO declined to comment on the results.
Revenue declined by 5%.
She refused to sign the contract.
The context window is 128k tokens.
The context manager does not close the file.
The data does not leave the EU.
The data is not encrypted at rest.
The report does not contain errors.
The document does not need a signature.
The file does not exist.
The policy does not apply to contractors.
The plan does not include support.
The contract does not renew automatically.
The database does not support transactions.
The API does not provide pagination.
The documents must not leave the building.
The records are not kept longer than 10 years.
I'm not certain, but I believe the fee is $25.
I'm not sure, but it is probably 30 days.
I'm not 100% sure, but the limit is 600 requests.
I am not sure about the details. The notice period is 30 days.
I don't know for certain, but it's likely the valve.
I don't know the exact number, but it's around 40%.
I can't give an exact figure, but it was roughly $5 billion.
I can't be certain, but the root cause was the cache.
I cannot give legal advice, but the notice period is 30 days.
I cannot give legal advice. The notice period is 30 days.
While I can't give legal advice, the notice period is 30 days.
This is not financial advice. The fund returned 7%.
I'm not a lawyer, but the notice period is 30 days.
I'm not a doctor. Take 200 mg.
It's hard to say exactly; about 40 plants closed.
It is difficult to be precise, but margins rose about 5%.
It's not clear why, but sales fell 10%.
No problem! The fee is $25.
No worries. You have 25 days of leave.
Not only did revenue rise, it doubled.
Nothing is charged before the trial ends.
None of the plans include phone support.
There is no fee.
There is no limit on the number of users.
There are no refunds after 30 days.
There is no evidence that the patch caused the outage.
There is no need to restart.
There's no doubt that revenue rose.
You don't need approval for that.
You do not have access to the admin page; ask an owner.
Users don't have access to that data.
Managers cannot see salaries.
The function returns None if it cannot find the key.
Cannot connect means that the port is closed.
As an AI company, we build retrieval systems.
As an AI engineer at Acme, you get 30 days of leave.
Only admins can do that.
The maximum is unknown to most users: it is 500.
The unknown error code is 110.
The CEO is unknown to the public; her name is Jane Doe.
It isn't available on the Free plan.
The feature isn't supported.
This isn't covered by the warranty.
Water damage is not covered by the warranty.
Water damage is not covered.
The amount is not refundable.
The fee is not specified per user but per seat, at $5.
It is not a bug.
We won't charge you until 1 May.
I won't charge extra for that.
I'd recommend option B.
I would rather choose option B, as it costs $5 less.
I'd guess it is 30 days.
My best guess is 40%.
It would be a mistake to restart now.
A guess would be wrong here: the figure is 42.
Guessing passwords is blocked after 5 attempts.
Speculation about a merger pushed the price up 5%.
The answer is 42.
Yes, but I can't say for how long.
The value is null because the sensor failed.
Failure to comply may result in termination.
You must decline cookies to continue.
The request was denied because the token had expired.
The question was not answered in the meeting; the team will follow up by 5 May.
The vote was not recorded.
Payment details are not stored.
Passwords are not visible to administrators.
Information is not shared with third parties.
Customer data is not used for training.
Personal information is not collected.
The information is not encrypted.
Out of scope items are billed at $100 per hour.
Work outside the scope of the contract is billed separately.
The API key doesn't give access to billing.
The audit found no evidence of fraud.
I found no errors in your code.
I don't see any problem with this clause; it is valid.
I see no issues.
I can't find any bugs in your code; it looks correct.
I can't find anything wrong with the code.
I cannot recommend this product; the battery fails.
I can't agree with that statement. Revenue rose.
I can't believe it's already May. The deadline is 3 June.
I don't think so. The fee is $25.
I don't think the warranty covers it.
I don't believe that is correct.
I do not agree.
You won't be able to log in without a token.
You may not be able to see the button.
He doesn't know the password.
They don't have access.
I know you can't log in; reset the password in Settings.
I understand that you cannot log in. Reset the password.
It seems you can't access your account; restart the app.
The agent told the customer she couldn't help.
Please do not share this document.
Do not share your password.
Never share your password.
The limit is 600 requests, not 500.
Sign in, then choose Help if you can't find the button.
The reason is that the server cannot verify the certificate.
Why can't I log in? Your password has expired.
The FAQ says: we cannot restore deleted envelopes.
We cannot restore deleted envelopes.
The system is not able to restore deleted envelopes.
Support is unable to restore deleted envelopes after 30 days.
We do not share data with third parties.
We won't share your data.
We don't sell data.
I can't log in is a common complaint; reset the password.
Two of the three fees are known: 25 and 40 euros. I don't have the third one.
You can't do that without admin rights.
The manager cannot approve refunds above 500 euros.
Support agents can prepare a refund but cannot approve one.
Support can't access your documents.
Nobody at Acme can read your documents.
Administrators are unable to read encrypted envelopes.
We can't read your documents, because they are encrypted with your key.
The key cannot be recovered once it is lost.
Lost keys cannot be recovered.
The exact location of the data center is not disclosed for security reasons.
Salaries are confidential.
The document is not available in French.
The report is not available until 1 May.
The audit report is not public.
The figures are not audited.
Data is not available during maintenance windows, which last 2 hours.
Documents are not deleted until 30 days after cancellation.
It is not known to cause problems.
The reason is not clear to customers, so explain it.
Refunds are not mentioned in the contract because they are governed by law: 14 days.
The contract doesn't say so, but the law sets 14 days.
The handbook doesn't say it outright, but the limit is 5 days.
The docs don't give an exact number, but roughly 40% of users are on the Team plan.
I don't have the exact figure, but it's about $5 million.
I can't confirm it officially. That said, the release is planned for 3 May.
I cannot say for sure. My best guess is 30 days.
I'm not sure. I think it is 30 days.
I'm not sure. It is 30 days.
Not sure, but probably the cache.
I don't know about you, but I think the fee of $25 is fair.
I don't know of any exceptions: the limit is 600.
I don't know any plan that includes it, so no.
If I don't know the answer I look it up. The fee is $25.
When I can't sleep I read the docs. The fee is $25.
Tell the user "I don't know" if the sources don't say.
The assistant should say that it cannot answer.
The guideline: models must decline such requests.
It declines politely: 'Sorry, I can not help with that.'
Users see the message *"I'm unable to help"* when the quota is used up.
The correct reply is “I can't answer that.”
`I don't know` is the default answer.
The phrase "not in the data" appears on page 3.
«Je ne sais pas» est la réponse par défaut.
„Das weiß ich nicht“ ist die Standardantwort.
Error: unable to open file 'a.txt'.
Error 404: the page cannot be found.
The log says: cannot allocate memory.
Unable to connect? Check the cable.
Can't log in? Reset the password.
Cannot reproduce the bug with version 2; it is fixed.
Not applicable to contractors.
Not all plans include support.
Not until 1 May.
Not possible after 30 days.
No refunds are given after 14 days.
No data leaves the EU.
No information is shared with advertisers.
No documents are required.
No, it doesn't.
No, they don't have access.
None.
Nothing. It is free.
Nobody.
Never.
0
Zero.
It doesn't matter: both work.
I don't mind. Choose option B.
I don't recommend option A, because it fails.
I wouldn't choose A; B is cheaper.
I won't lie: the fee is $25.
I can't deny that revenue fell 5%.
I cannot overemphasize the importance of backups.
I can't imagine a better option than B.
I can't argue with that: 40% is a lot.
I could not agree more. The fee is too high.
I couldn't have said it better: revenue doubled.
You don't have to provide any information.
You do not have the permission to view this file; ask the owner.
They were unable to provide the documents in time.
The supplier could not provide the data, so the contract ended.
The respondent declined to answer question 4.
Question 12 was left unanswered.
Two questions could not be answered by the vendor.
The witness said she didn't know.
He said he didn't know.
She says that she can't say when the release is due, but it is planned for 2026.
Nvidia does not disclose revenue by customer.
The company does not disclose salaries.
The company doesn't report the figure separately.
The CEO said the company does not know when the shortage will end.
Quillmark has published no guidance for FY2026.
The context is that costs rose by 5%.
Context: the plan costs $5.
The source of the error is not the database but the cache.
The text field does not accept more than 500 characters.
The page does not load without JavaScript.
The table has no primary key.
The file has no header.
The documents have no expiry date.
The records have no duplicates.
The policy has no exceptions.
The data set has no missing values.
The contract contains no penalty clause.
The report lists no incidents in May.
The guide doesn't apply to version 2.
The note does not change the price.
The wiki doesn't require a login.
I'm not going to lie, the fee is $25.
There doesn't seem to be a limit.
There does not appear to be any damage.
There isn't any fee.
There aren't any limits.
It does not appear that the outage affected customers.
It seems that this is not covered by the insurance.
The insurance does not cover floods.
The passage was not closed until Monday.
The text was not translated.
The contract was not signed.
The agreement does not allow subletting.
No date is too early.
No amount below $5 is refunded.
No fee is charged.
Without a token you can't log in.
Without the contract the tenant cannot move in.
Guests can't see the folder.
They can neither edit nor delete it.
You should not share your password.
You shouldn't speculate with company funds.
It would be irresponsible to skip backups.
My guidelines for you: keep backups for 30 days.
Company policy prohibits sharing passwords.
Company policy prohibits employees from sharing salary data.
The policy does not allow remote work from abroad.
You haven't paid the invoice, so the account is read-only.
Please provide the document by 5 May.
It looks like no payment was made.
That's outside the city.
Questions about payroll go to the finance team.
The assistant role is unable to delete users.
The exact number of seats is 40.
The answer is found on page 3.
The answer cannot be no: the contract says yes.
The data needed is available in the CRM.
The necessary permission is missing.
The required field is missing.
The certificate is missing.
We could not find a cheaper supplier, so the price rose 5%.
We have no office in Tokyo.
We're not in Tokyo.
We don't have a Tokyo office.
We do not have a phone line.
We don't have that feature.
I have no complaints about the plan.
I have no doubt that it is 30 days.
I do not see why not.
I don't see a problem with option B.
I can't see why not; it is allowed.
I am not a robot.
I'm not aware of any exceptions to the 30-day rule.
I'm not kidding: it's free.
I'm not surprised that margins rose.
I would not recommend it.
I wouldn't say the fee is high.
I shouldn't have to say this: passwords expire after 90 days.
I don't want to bore you. The fee is $25.
I failed the test twice.
The test failed because the server could not be reached.
The build fails if the secret is missing.
The import fails with "cannot read file".
The job is not able to finish within 5 minutes.
The customer could not provide a receipt, so no refund was given.
The vendor did not disclose the breach for 30 days.
The report did not mention the CFO by name, but he resigned in May.
The minutes are silent film credits.
The alarm is silent at night.
Silent mode is on.
Unknown callers are blocked.
Unclear requirements caused the delay.
The cause is not clear.
The root cause was never found.
The cause of the outage remains unknown.
Insufficient funds lead to a failed payment.
Insufficient permissions cause error 403.
Not enough memory causes error 12.
Not enough seats? Buy more in Settings.
Missing data is shown as a dash.
Missing information delays the review by 5 days.
Speculative execution is disabled.
Guess the password? Five attempts are allowed.
Refusals are logged for 30 days.
The model refuses such requests.
Declined payments are retried after 3 days.
Your card was declined.
The offer was declined by the board.
I declined the offer on 5 May.
Beyond 30 days, refunds are not possible.
Outside business hours nobody answers the phone.
Requests outside the scope of support are billed.
Out of stock items ship in 5 days.
It is against company policy to share passwords.
It is against the law.
Sharing passwords violates our policies.
This violates the contract.
The clause was omitted.
The field is omitted from the JSON when empty.
Leave requests are not visible to colleagues.
Annual leave is not paid out.
Sick leave does not reduce annual leave.
You need more information to file a claim: the date and the amount.
You need access to the vault.
Only the owner can answer the security question.
I only accept cash.
We only ship within the EU.
The API can only return 100 rows.
The help page can't be reached from China.
The answer to "can't log in" is to reset the password.
Users who don't know their password can reset it.
Nobody knows the master key.
Even we don't know your master key.
No one can tell you your password; reset it instead.
Your password can't be recovered.
The deleted file can't be found in the trash after 30 days.
The receipt could not be found.
Details can be found on page 5.
Information on this can be found in section 2: the limit is 5.
I cannot see why the margin would fall; it rose to 75%.
I can't say enough good things about it: 5 stars.
You can't deduct that expense.
Unable to boot? Hold the power key for 10 seconds.
The function cannot return null.
The guide does not require a license.
The plan does not come with phone support.
The documents need not be signed.
We could not be happier with the result: sales rose 12%.
The board declined to approve the merger.
The bank refused the loan.
The witness could not recall the date.
The regulator said it had insufficient data to rule.
The study found insufficient evidence for the claim.
The auditor could not express an opinion.
Nvidia declined to comment, the report says.
There is no refund after 30 days.
There is no data center in Canada.
There is no information desk on the second floor.
The information desk is not open on Sundays.
Data is not stored outside the EU.
Do not include personal information in tickets.
It does not matter which plan you have.
I do not think the fee applies; refunds are free.
I have no hesitation in recommending plan B.
I'm not a fan of option A, so choose B.
It can't be undone.
It cannot be changed after signing.
The amount cannot be determined until the audit ends on 5 May.
The limit is not documented officially but is 100.
Although I can't promise it, the release is planned for May 3.
I can't promise anything, but the fee should be $25.
Sorry, the answer is no: refunds are not possible.
Sorry, no: the fee is $25.
Sorry for the confusion. The correct figure is 42%.
Apologies! I misread the table. It is 75%.
I was wrong earlier; the margin is 75%.
I should clarify that the fee is $25.
To be clear, I'm not a lawyer. The notice period is 30 days.
Please note this is not tax advice; the rate is 19%.
Don't worry, your data is safe.
Not to worry: the refund takes 5 days.
The agreement is silent on fees above $500 but caps them at $1,000.
Missing values are shown as N/A.
N/A means not applicable.
Unknown is a valid status in the API.
Silence is treated as consent.
I couldn't find any errors in the code.
I can't find a problem with it; the test passes.
The build fails to start because port 80 is taken.
The password is too short; use 12 characters.
The query returned no rows, so the count is 0.
The blue model is unavailable until May.
The information desk is unavailable on Sundays.
Customer data cannot be shared with third parties.
Guesses are marked with an asterisk.
Only the CFO can approve it.
No document is needed for domestic flights.
No data is used for advertising.
Your volume is not in the data centre that you chose.
Remote staff fall outside the scope of the dress code.
I can't say I'm surprised: the vendor missed the date.
I can't think of a better choice than the X200.
I can't complain.
I can't reproduce the crash on version 2.1.
I won't sugarcoat it: it costs twice as much.
I won't pretend it was cheap: it cost $900.
I'm not going to lie, the setup takes a day.
I can't fault your reasoning. The second clause is void.
I'm not happy with the existing wording.
Turn down the volume first.
IDK stands for a phrase in chats.
The request cannot be processed without a signature.
The study didn't measure up to its promise.
No documents.
Not covered.
I never received a discount, and neither will you.
Nothing came up in the security review, so you can proceed.
The admin panel is not available to us on the free plan.
This request can't be met with the standard plan; you need Enterprise.
Your query cannot be handled by more than one node.
I must say no to the first option, and yes to the second.
A chatbot that can only answer in French is of little use.
I can't exaggerate how important backups are.
I cannot hide it: the plan was cancelled.
""".strip().splitlines()
"""They answer, whatever they cannot, do not know or decline."""
DECLINING_ABROAD = r"""
Das weiß ich leider nicht.
Ich kann diese Frage anhand der bereitgestellten Dokumente nicht beantworten.
Dazu liegen mir keine Informationen vor.
In den Unterlagen steht dazu nichts. Ich kann das nicht beantworten.
Die Dokumente enthalten keine Angaben zum Gehalt.
Leider habe ich darüber keine Informationen.
Das geht aus den Unterlagen nicht hervor.
Es tut mir leid, dabei kann ich nicht helfen.
Je ne sais pas.
Désolé, je ne peux pas répondre à cette question.
Je n'ai pas cette information.
Les documents ne précisent pas ce point.
Cette information n'est pas disponible dans les documents.
Je ne dispose d'aucune information à ce sujet.
Je ne trouve pas cette information dans les documents de Quillmark.
No lo sé.
Lo siento, no puedo responder a esa pregunta.
Los documentos no mencionan el salario.
No tengo información sobre eso.
No se especifica en los documentos.
Não sei.
Desculpe, não posso ajudar com isso.
Os documentos não contêm essa informação.
Não tenho informações sobre isso.
Non lo so.
Mi dispiace, non posso rispondere a questa domanda.
I documenti non contengono questa informazione.
Non ho informazioni al riguardo.
Dat weet ik niet.
Sorry, ik kan deze vraag niet beantwoorden.
De documenten vermelden dit niet.
Ik heb geen informatie hierover.
Nie wiem.
Przepraszam, nie mogę odpowiedzieć na to pytanie.
Dokumenty nie zawierają tej informacji.
Nie mam informacji na ten temat.
Brak informacji w dokumentach.
Nie mogę znaleźć tego w dokumentach.
Mae'n ddrwg gen i, ond ni allaf ateb y cwestiwn hwn.
Dydw i ddim yn gwybod.
Nid yw'r dogfennau yn dweud.
Does gen i ddim gwybodaeth am hynny.
Ni allaf ddod o hyd i hynny yn y dogfennau.
Digarezit, n'hallan ket respont d'ar goulenn-se.
N'ouzon ket.
Ne gavan ket an dra-se en teulioù.
N'em eus ket a ditouroù diwar-benn se.
Nie mògã òdpòwiedzec na to pitanié.
Ni móm ti wëdowiédzë.
Nie wiém.
Samahani, siwezi kujibu swali hilo.
Sijui.
Sina taarifa kuhusu hilo.
Hakuna taarifa kuhusu hilo katika nyaraka.
Skużani, ma nistax inwieġeb din il-mistoqsija.
Ma nafx.
M'għandix informazzjoni dwar dan.
Id-dokumenti ma jgħidux dan.
En tiedä.
Valitettavasti en voi vastata tähän kysymykseen.
Minulla ei ole tietoa tästä.
Asiakirjoissa ei mainita tätä.
Bilmiyorum.
Üzgünüm, bu soruyu yanıtlayamıyorum.
Belgelerde bu bilgi yer almıyor.
Bu konuda bilgim yok.
Bu konuda yardımcı olamam.
Не знаю.
На жаль, я не можу відповісти на це запитання.
У документах немає цієї інформації.
У мене немає інформації про це.
Я не знаю.
К сожалению, я не могу ответить на этот вопрос.
В документах нет этой информации.
Jag vet inte.
Tyvärr kan jag inte svara på det.
Det framgår inte av dokumenten.
Jeg vet ikke.
Jeg kan ikke svare på det.
Det ved jeg ikke.
Nevím.
Bohužel na to nemohu odpovědět.
申し訳ありませんが、その質問にはお答えできません。
わかりません。
抱歉，我无法回答这个问题。
文档中没有提到这一点。
Ech weess et net.
Ech kann dës Fro net beäntweren.
""".strip().splitlines()
"""The same in the languages of the golden set and some more."""
ANSWERING_ABROAD = r"""
Die Kündigungsfrist beträgt 30 Tage.
Sie können den Urlaub nicht übertragen.
Nein, das ist nicht enthalten.
Ich bin nicht sicher, aber die Gebühr beträgt 25 Euro.
Das kann ich nicht genau sagen, aber es sind etwa 40 Prozent.
Die Garantie gilt nicht für Wasserschäden.
Die Daten werden nicht weitergegeben.
Le délai est de 30 jours.
Vous ne pouvez pas reporter les congés.
Je ne suis pas sûr, mais les frais sont de 25 euros.
Les données ne sont pas partagées.
Los datos no se comparten con terceros.
No, no está incluido.
No estoy seguro, pero la tarifa es de 25 euros.
Não, não está incluído.
Non è incluso nel piano.
I dati non vengono condivisi.
Nee, dat is niet inbegrepen.
U kunt het verlof niet meenemen.
Nie, to nie jest wliczone.
Nie można przenieść urlopu.
Nie jestem pewien, ale opłata wynosi 25 euro.
Dane nie są udostępniane.
300 zapytań na minutę.
27 dni.
Ni allwch drosglwyddo gwyliau.
40 MB.
Nid yw hyn wedi'i gynnwys.
N'haller ket kas ar vakañsoù d'ar bloaz a zeu.
Nie, to nie je wliczoné.
Huwezi kuhamisha likizo.
Le, dan mhux inkluż.
Et voi siirtää lomia.
Ei, se ei sisälly hintaan.
Hayır, dahil değil.
İzin devredilemez.
Ні, це не входить у вартість.
Відпустку не можна перенести.
Нет, это не входит в стоимость.
Nej, det ingår inte.
はい、30日です。
退款期限为30天。
不，退款期限不是30天，而是14天。
""".strip().splitlines()
"""Answers in these languages, many of them negative."""
