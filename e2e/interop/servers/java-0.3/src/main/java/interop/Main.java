package interop;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;

/** a2a-java 0.3 on Quarkus: JSON-RPC and HTTP+JSON on the first port, gRPC on the second with the flag `grpc`. */
@QuarkusMain
public class Main {
    public static void main(String... args) {
        System.setProperty("quarkus.http.host", "127.0.0.1");
        System.setProperty("quarkus.http.port", args[0]);
        System.setProperty("quarkus.grpc.server.host", "127.0.0.1");
        System.setProperty("quarkus.grpc.server.port", args[1]);
        System.setProperty("interop.grpc", String.valueOf(List.of(args).contains("grpc")));
        Quarkus.run(args);
    }
}
