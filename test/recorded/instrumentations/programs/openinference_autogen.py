"""OpenInference on AutoGen: an assistant with a tool, and the client of OpenAI below it."""

import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from openinference.instrumentation import using_attributes
from openinference.instrumentation.autogen_agentchat import AutogenAgentChatInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor

from shop import create_provider, question

provider = create_provider()
AutogenAgentChatInstrumentor().instrument()
OpenAIInstrumentor().instrument()


async def find_order(number: int) -> str:
    """Finds an order by its number."""
    return f"order {number} is on its way"


async def main():
    agent = AssistantAgent(
        "support",
        model_client=OpenAIChatCompletionClient(model="gpt-4o-mini"),
        tools=[find_order],
        system_message="You help customers.",
        reflect_on_tool_use=True,
    )
    with using_attributes(session_id="session-1", user_id="user-1"):
        await agent.run(task=question)


asyncio.run(main())
provider.shutdown()
