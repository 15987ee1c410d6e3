package serbench;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Map;
import java.util.Properties;
import java.util.jar.Attributes;

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

  /** The version that the manifest of a jar states; a class of the library tells which jar. */
  public static Map<String, String> ofManifest(String artifact, Class<?> inside) {
    try {
      URL place = inside.getResource(inside.getSimpleName() + ".class");
      Attributes facts =
          ((JarURLConnection) place.openConnection()).getManifest().getMainAttributes();
      String version = facts.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return Map.of(artifact, version == null ? facts.getValue("Bundle-Version") : version);
    } catch (IOException | ClassCastException | NullPointerException fault) {
      throw new RequestError("The library " + artifact + " does not tell its version.");
    }
  }

  /** For codecs that need the JDK alone. */
  public static Map<String, String> ofJdk() {
    return Map.of("jdk", System.getProperty("java.version"));
  }
}
