"""OpenInference on DSPy: a prediction, and retrieval before an answer."""

import dspy
from openinference.instrumentation import using_attributes
from openinference.instrumentation.dspy import DSPyInstrumentor

from shop import create_provider, question

provider = create_provider()
DSPyInstrumentor().instrument()
dspy.configure(lm=dspy.LM("openai/gpt-4o-mini", cache=False), adapter=dspy.JSONAdapter())


class Answer(dspy.Module):
    def __init__(self):
        super().__init__()
        self.answer = dspy.Predict("context: list[str], question -> answer")

    def forward(self, question):
        return self.answer(context=["Order 17 left on Monday."], question=question)


with using_attributes(session_id="session-1", user_id="user-1"):
    print(Answer()(question=question))

provider.shutdown()
