"""OpenInference on LlamaIndex: retrieval, then an answer."""

from llama_index.core import Document, Settings, VectorStoreIndex
from llama_index.core.llms import ChatMessage
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI
from openinference.instrumentation import using_user
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor

from shop import create_provider, question

provider = create_provider()
LlamaIndexInstrumentor().instrument()
Settings.llm = OpenAI(model="gpt-4o-mini", temperature=0.2, max_retries=0)
Settings.embed_model = OpenAIEmbedding(model="text-embedding-3-small")

index = VectorStoreIndex.from_documents([Document(text="Order 17 left on Monday.", doc_id="order-17")])
with using_user("user-1"):
    index.as_query_engine(similarity_top_k=1).query(question)
    try:
        Settings.llm.chat([ChatMessage(role="user", content="fail")])
    except Exception as error:
        print(type(error).__name__)

provider.shutdown()
