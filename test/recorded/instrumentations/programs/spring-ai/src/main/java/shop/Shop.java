package shop;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Spring AI: a chat client with a tool, an embedding and a call that fails. */
@SpringBootApplication
public class Shop {
  static class Orders {
    @Tool(name = "find_order", description = "Finds an order by its number.")
    String findOrder(int number) {
      return "on its way";
    }
  }

  @Bean
  CommandLineRunner run(ChatClient.Builder builder, EmbeddingModel embeddings, ObservationRegistry registry) {
    return arguments ->
        Observation.createNotStarted("answer", registry)
            .observe(
                () -> {
                  ChatClient client = builder.build();
                  String question = "Where is order 17?";
                  client.prompt().system("You help customers.").user(question).tools(new Orders()).call().content();
                  embeddings.embed(question);
                  try {
                    client.prompt().user("fail").call().content();
                  } catch (RuntimeException refused) {
                    System.err.println(refused.getMessage());
                  }
                });
  }

  public static void main(String[] arguments) {
    SpringApplication.run(Shop.class, arguments).close();
  }
}
