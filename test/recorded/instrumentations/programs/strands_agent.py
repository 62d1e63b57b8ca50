"""Strands Agents in its default mode: messages as span events whose text is JSON in the form of Bedrock."""

from strands import Agent, tool
from strands.models.openai import OpenAIModel
from strands.telemetry import StrandsTelemetry

from shop import question

telemetry = StrandsTelemetry().setup_otlp_exporter()


@tool
def find_order(number: int) -> dict:
    """Finds an order by its number."""
    return {"status": "success", "content": [{"json": {"number": number, "status": "on its way"}}]}


agent = Agent(
    name="support",
    model=OpenAIModel(model_id="gpt-4o-mini", params={"temperature": 0.2}),
    system_prompt="You help customers.",
    tools=[find_order],
    trace_attributes={"session.id": "session-1", "user.id": "user-1"},
    callback_handler=None,
)
agent(question)
try:
    Agent(model=OpenAIModel(model_id="gpt-4o-mini"), callback_handler=None)("fail")
except Exception as error:
    print(type(error).__name__)

telemetry.tracer_provider.shutdown()
