"""OpenInference on Haystack: a pipeline of retriever, prompt builder and chat generator."""

from haystack import Document, Pipeline
from haystack.components.builders import ChatPromptBuilder
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.dataclasses import ChatMessage
from haystack.document_stores.in_memory import InMemoryDocumentStore
from openinference.instrumentation import using_attributes
from openinference.instrumentation.haystack import HaystackInstrumentor

from shop import create_provider, question

provider = create_provider()
HaystackInstrumentor().instrument()

store = InMemoryDocumentStore()
store.write_documents(
    [
        Document(id="order-17", content="Order 17 left on Monday.", meta={"source": "orders"}),
        Document(id="hours", content="We open at nine.", meta={"source": "site"}),
    ]
)
pipeline = Pipeline()
pipeline.add_component("retriever", InMemoryBM25Retriever(store, top_k=1))
pipeline.add_component(
    "prompt",
    ChatPromptBuilder(
        [
            ChatMessage.from_system("You help customers."),
            ChatMessage.from_user("{% for d in documents %}{{ d.content }} {% endfor %}{{ question }}"),
        ],
        required_variables="*",
    ),
)
pipeline.add_component("model", OpenAIChatGenerator(model="gpt-4o-mini"))
pipeline.connect("retriever.documents", "prompt.documents")
pipeline.connect("prompt.prompt", "model.messages")
with using_attributes(session_id="session-1", user_id="user-1"):
    pipeline.run({"retriever": {"query": question}, "prompt": {"question": question}})

provider.shutdown()
