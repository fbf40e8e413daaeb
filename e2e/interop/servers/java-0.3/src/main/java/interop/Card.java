package interop;

import io.a2a.server.PublicAgentCard;
import io.a2a.spec.AgentCapabilities;
import io.a2a.spec.AgentCard;
import io.a2a.spec.AgentInterface;
import io.a2a.spec.AgentSkill;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

@ApplicationScoped
public class Card {
    @ConfigProperty(name = "quarkus.http.port")
    int port;

    @ConfigProperty(name = "quarkus.grpc.server.port")
    int grpcPort;

    @ConfigProperty(name = "interop.grpc")
    boolean grpc;

    @Produces
    @PublicAgentCard
    public AgentCard card() {
        String origin = "http://127.0.0.1:" + port;
        List<AgentInterface> ways = new ArrayList<>();
        ways.add(new AgentInterface("JSONRPC", origin));
        ways.add(new AgentInterface("HTTP+JSON", origin));
        if (grpc) ways.add(new AgentInterface("GRPC", "127.0.0.1:" + grpcPort));
        return new AgentCard.Builder()
                .name("Interop agent")
                .description("Answers as it is told to.")
                .version("1.0.0")
                .protocolVersion("0.3.0")
                .url(origin)
                .preferredTransport("JSONRPC")
                .additionalInterfaces(ways)
                .capabilities(new AgentCapabilities.Builder().streaming(true).pushNotifications(true).build())
                .defaultInputModes(List.of("*/*"))
                .defaultOutputModes(List.of("text/plain"))
                .skills(List.of(new AgentSkill.Builder()
                        .id("interop")
                        .name("Interop")
                        .description("Echoes, counts, asks, waits.")
                        .tags(List.of("test"))
                        .build()))
                .build();
    }
}
