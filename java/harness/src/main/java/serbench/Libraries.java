package serbench;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Map;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** The version in the name that Maven gives a jar, for a library whose jar states none. */
  public static Map<String, String> ofJarName(String artifact, Class<?> inside) {
    String place = inside.getProtectionDomain().getCodeSource().getLocation().getPath();
    Pattern named = Pattern.compile(".*/" + Pattern.quote(artifact) + "-([0-9][^/]*)\\.jar");
    Matcher name = named.matcher(place);
    if (!name.matches()) {
      throw new RequestError("The library " + artifact + " does not tell its version.");
    }
    return Map.of(artifact, name.group(1));
  }

  /** For codecs that need the JDK alone. */
  public static Map<String, String> ofJdk() {
    return Map.of("jdk", System.getProperty("java.version"));
  }
}
