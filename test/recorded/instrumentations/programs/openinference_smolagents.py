"""OpenInference on smolagents: an agent that calls a tool and then its built-in `final_answer`."""

from openinference.instrumentation import using_attributes
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from smolagents import OpenAIModel, ToolCallingAgent, tool

from shop import create_provider, question

provider = create_provider()
SmolagentsInstrumentor().instrument()


@tool
def find_order(number: int) -> str:
    """Finds an order by its number.

    Args:
        number: Of the order.
    """
    return f"order {number} is on its way"


agent = ToolCallingAgent(tools=[find_order], model=OpenAIModel("gpt-4o-mini"), max_steps=1, verbosity_level=0)
with using_attributes(session_id="session-1", user_id="user-1"):
    agent.run(question)

provider.shutdown()
