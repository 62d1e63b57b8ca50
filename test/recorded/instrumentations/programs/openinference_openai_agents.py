"""OpenInference on the OpenAI Agents SDK: an agent with a tool."""

from agents import Agent, Runner, function_tool
from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

from shop import create_provider, question

provider = create_provider()
OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)


@function_tool
def find_order(number: int) -> str:
    """Finds an order by its number."""
    return f"order {number} is on its way"


agent = Agent(name="support", instructions="You help customers.", model="gpt-4o-mini", tools=[find_order])
with using_attributes(session_id="session-1", user_id="user-1"):
    Runner.run_sync(agent, question)

provider.shutdown()
