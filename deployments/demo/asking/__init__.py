"""What is asked: conversation, question, wishes about the form, and what is refused."""
