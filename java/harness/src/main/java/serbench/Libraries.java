package serbench;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;

/** Versions of libraries, read from what Maven's resolution brought. */
public final class Libraries {
  private Libraries() {}

  /** The version that an artifact states in its own jar. */
  public static Map<String, String> ofMaven(String group, String artifact) {
    String path = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
    try (InputStream stream = Libraries.class.getResourceAsStream(path)) {
      if (stream == null) {
        throw new RequestError("The library " + artifact + " does not tell its version.");
      }
      Properties properties = new Properties();
      properties.load(stream);
      return Map.of(artifact, properties.getProperty("version"));
    } catch (IOException fault) {
      throw new RequestError("The library " + artifact + " cannot be read: " + fault + ".");
    }
  }

  /** For codecs that need the JDK alone. */
  public static Map<String, String> ofJdk() {
    return Map.of("jdk", System.getProperty("java.version"));
  }
}
