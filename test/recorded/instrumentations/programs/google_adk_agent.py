"""Google ADK with its own telemetry: an agent with a tool, on a Gemini model."""

import asyncio

from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
from google.genai import types

from shop import create_provider, question

provider = create_provider()


def find_order(number: int) -> dict:
    """Finds an order by its number."""
    return {"number": number, "status": "on its way"}


async def main():
    agent = LlmAgent(
        name="support", model="gemini-2.5-flash", instruction="You help customers.", tools=[find_order]
    )
    runner = InMemoryRunner(agent=agent, app_name="support-api")
    await runner.session_service.create_session(
        app_name="support-api", user_id="user-1", session_id="session-1"
    )
    message = types.Content(role="user", parts=[types.Part(text=question)])
    async for _ in runner.run_async(user_id="user-1", session_id="session-1", new_message=message):
        pass


asyncio.run(main())
provider.shutdown()
