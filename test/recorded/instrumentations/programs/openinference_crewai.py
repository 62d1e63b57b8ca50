"""OpenInference on CrewAI: a crew of one agent with a tool."""

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool
from openinference.instrumentation import using_attributes
from openinference.instrumentation.crewai import CrewAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor

from shop import create_provider, question

provider = create_provider()
CrewAIInstrumentor().instrument()
OpenAIInstrumentor().instrument()


@tool("find_order")
def find_order(number: int) -> str:
    """Finds an order by its number."""
    return f"order {number} is on its way"


agent = Agent(
    role="support",
    goal="Help customers.",
    backstory="You help customers.",
    llm=LLM(model="gpt-4o-mini"),
    tools=[find_order],
)
task = Task(description=question, expected_output="One sentence.", agent=agent)
with using_attributes(session_id="session-1", user_id="user-1"):
    Crew(name="care", agents=[agent], tasks=[task]).kickoff()

provider.shutdown()
