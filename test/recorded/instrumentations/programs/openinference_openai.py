"""OpenInference on the clients of OpenAI and Anthropic, below the root span of a web framework."""

from anthropic import Anthropic
from openai import BadRequestError, OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.anthropic import AnthropicInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry import trace

from shop import conversation, conversation_after_tool, create_provider, failing_messages, question, tools

provider = create_provider()
OpenAIInstrumentor().instrument()
AnthropicInstrumentor().instrument()

openai = OpenAI(max_retries=0)
anthropic = Anthropic(max_retries=0)
image = {
    "role": "user",
    "content": [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "https://example.com/parcel.png"}},
    ],
}
attributes = using_attributes(
    session_id="session-1", user_id="user-1", metadata={"team": "care"}, tags=["a", "b"]
)
with trace.get_tracer("web").start_as_current_span("POST /answer"), attributes:
    completion = openai.chat.completions.create(model="gpt-4o-mini", messages=conversation, tools=tools)
    openai.chat.completions.create(
        model="gpt-4o-mini", messages=conversation_after_tool(completion), tools=tools, temperature=0.2
    )
    openai.chat.completions.create(model="gpt-4o-mini", messages=[image])
    openai.responses.create(model="gpt-4o-mini", instructions="You help customers.", input=question)
    openai.embeddings.create(model="text-embedding-3-small", input=question)
    anthropic.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=500,
        system="You help customers.",
        messages=[{"role": "user", "content": question}],
        tools=[
            {
                "name": "find_order",
                "description": "Finds an order by its number.",
                "input_schema": tools[0]["function"]["parameters"],
            }
        ],
    )
    try:
        openai.chat.completions.create(model="gpt-4o-mini", messages=failing_messages)
    except BadRequestError:
        pass

provider.shutdown()
