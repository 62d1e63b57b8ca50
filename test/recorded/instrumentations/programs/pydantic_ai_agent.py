"""Pydantic AI and plain spans of Logfire, exported over OTLP by Logfire; nothing is sent to its service."""

import os

# Logfire records the name of the machine.
os.environ["OTEL_RESOURCE_ATTRIBUTES"] = "host.name=shop-1,host.id=1,host.arch=x86_64,os.version=6"

import logfire
from pydantic import BaseModel
from pydantic_ai import Agent

from shop import question

logfire.configure(send_to_logfire=False, service_name="support-api", console=False, inspect_arguments=False)
logfire.instrument_pydantic_ai()


class Order(BaseModel):
    number: int
    status: str


agent = Agent(
    "openai-chat:gpt-4o-mini",
    name="support",
    output_type=Order,
    instructions="You help customers.",
    model_settings={"temperature": 0.2},
)
teller = Agent("openai-chat:gpt-4o-mini", name="teller", system_prompt="You are brief.")


@agent.tool_plain
def find_order(number: int) -> str:
    """Finds an order by its number."""
    return f"order {number} is on its way"


@logfire.instrument("checking {number}", record_return=True)
def check(number: int, tags: list[str]):
    return {"number": number, "known": True}


with logfire.span("answering {customer}", customer="customer-9", order={"number": 17}) as span:
    logfire.info("asked about {number}", number=17)
    check(17, ["a", "b"])
    result = agent.run_sync(question)
    span.set_attribute("status", result.output.status)
    teller.run_sync(question)
    try:
        teller.run_sync("fail")
    except Exception as error:
        print(type(error).__name__)

logfire.force_flush()
