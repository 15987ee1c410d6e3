import java.io.File;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.compiler.specific.SpecificCompiler;
import org.apache.avro.generic.GenericData.StringType;

/** Generates the classes of a schema: {@code Generate SCHEMA FOLDER}. */
final class Generate {
  private Generate() {}

  public static void main(String[] arguments) throws IOException {
    Schema schema = new Schema.Parser().parse(new File(arguments[0]));
    SpecificCompiler compiler = new SpecificCompiler(schema);
    // Otherwise text is a CharSequence, of which an application would have to make strings.
    compiler.setStringType(StringType.String);
    compiler.setOutputCharacterEncoding("UTF-8");
    compiler.compileToDestination(null, new File(arguments[1]));
  }
}
