"""OpenLLMetry on the client of Cohere: chat with a tool, and rerank."""

import os

import cohere
from opentelemetry.instrumentation.cohere import CohereInstrumentor

from shop import conversation, create_provider, question, tools

provider = create_provider()
CohereInstrumentor().instrument()

client = cohere.ClientV2(api_key="no-key", base_url=os.environ["COHERE_BASE_URL"])
call = client.chat(model="command-r-plus", messages=conversation, tools=tools)
client.chat(
    model="command-r-plus",
    messages=[
        *conversation,
        call.message,
        {"role": "tool", "tool_call_id": call.message.tool_calls[0].id, "content": "on its way"},
    ],
    tools=tools,
    temperature=0.2,
)
client.rerank(
    model="rerank-v3.5",
    query=question,
    documents=["Order 17 left on Monday.", "We open at nine."],
    top_n=1,
)

provider.shutdown()
