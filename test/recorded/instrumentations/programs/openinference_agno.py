"""OpenInference on Agno: an agent with a tool."""

from agno.agent import Agent
from agno.models.openai import OpenAIChat
from openinference.instrumentation.agno import AgnoInstrumentor

from shop import create_provider, question

provider = create_provider()
AgnoInstrumentor().instrument()


def find_order(number: int) -> str:
    """Finds an order by its number."""
    return f"order {number} is on its way"


agent = Agent(
    name="support",
    model=OpenAIChat(id="gpt-4o-mini"),
    instructions="You help customers.",
    tools=[find_order],
    telemetry=False,
)
agent.run(question, session_id="session-1", user_id="user-1")

provider.shutdown()
