package codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.PlainTypes;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Databind of Jackson 3: one mapper, its reader and writer of the root class reused. */
public final class Codec implements Adapter {
  private static final int DEPTH = 10_000;

  private final BytesStream stream = new BytesStream();
  private final ObjectWriter writer;
  private final ObjectReader reader;

  public Codec(PlainTypes types) {
    JsonMapper mapper = mapper();
    writer = mapper.writerFor(types.root());
    reader = mapper.readerFor(types.root());
  }

  private static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build())
            .build();
    SimpleModule oneofs = new SimpleModule();
    oneofs.setDeserializers(new OneofDeserializer.OfSealed());
    return JsonMapper.builder(factory)
        .addModule(oneofs)
        .annotationIntrospector(
            AnnotationIntrospector.pair(
                new UnsignedIntrospector(), new JacksonAnnotationIntrospector()))
        .changeDefaultPropertyInclusion(
            usual -> usual.withValueInclusion(JsonInclude.Include.NON_NULL))
        .changeDefaultNullHandling(usual -> usual.withValueNulls(Nulls.SKIP))
        .build();
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("tools.jackson.core", "jackson-databind");
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    writer.writeValue(stream, object);
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    return reader.readValue(message.array, message.begin, message.size);
  }
}
