package codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.TSFBuilder;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;

/** How Jackson maps the plain classes to documents, whatever the format. */
final class Documents {
  private static final int DEPTH = 10_000;

  private Documents() {}

  static ObjectMapper mapper(TSFBuilder<?, ?> factory) {
    factory
        .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
        .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
        .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEPTH)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build())
        .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build());
    SimpleModule oneofs = new SimpleModule();
    oneofs.setDeserializers(new OneofDeserializer.OfSealed());
    return new ObjectMapper(factory.build())
        .registerModule(oneofs)
        .setAnnotationIntrospector(
            AnnotationIntrospector.pair(
                new UnsignedIntrospector(), new JacksonAnnotationIntrospector()))
        .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
        .setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP))
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
  }
}
