package shop;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.service.SystemMessage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.quarkiverse.langchain4j.ToolBox;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;

/** LangChain4j in Quarkus: a service with a tool, an embedding and a call that fails. */
@QuarkusMain
public class Shop implements QuarkusApplication {
  @ApplicationScoped
  public static class Orders {
    @Tool(name = "find_order", value = "Finds an order by its number.")
    public String findOrder(int number) {
      return "on its way";
    }
  }

  @RegisterAiService
  public interface Support {
    @SystemMessage("You help customers.")
    @ToolBox(Orders.class)
    String answer(@dev.langchain4j.service.UserMessage String question);
  }

  @RegisterAiService
  public interface Plain {
    String answer(@dev.langchain4j.service.UserMessage String question);
  }

  @Inject Support support;
  @Inject Plain plain;
  @Inject EmbeddingModel embeddings;
  @Inject Tracer tracer;

  @Override
  @ActivateRequestContext
  public int run(String... arguments) {
    Span span = tracer.spanBuilder("answer").startSpan();
    try (Scope scope = span.makeCurrent()) {
      String question = "Where is order 17?";
      support.answer(question);
      embeddings.embed(question);
      try {
        plain.answer("fail");
      } catch (RuntimeException refused) {
        System.err.println(refused.getMessage());
      }
    } finally {
      span.end();
    }
    return 0;
  }
}
