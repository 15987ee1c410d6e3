package codec;

import java.nio.ByteBuffer;
import java.util.Map;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBinaryWriterSettings;
import org.bson.BsonWriterSettings;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;
import serbench.Plan;

/** MongoDB's bson library with a codec for the plain class; the output buffer is reused. */
public final class Codec implements Adapter, AccessAdapter {
  private static final EncoderContext ENCODER = EncoderContext.builder().build();
  private static final DecoderContext DECODER = DecoderContext.builder().build();

  private static final BsonWriterSettings SETTINGS = new BsonWriterSettings(10_000);
  private static final BsonBinaryWriterSettings BINARY_SETTINGS = new BsonBinaryWriterSettings();

  private final PlainCodec codec;
  private final BasicOutputBuffer buffer = new BasicOutputBuffer(4096);
  private final Bytes encoded = new Bytes();

  public Codec(PlainTypes types) {
    codec = new PlainCodec(types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofManifest("bson", BsonBinaryWriter.class);
  }

  @Override
  public Bytes encode(Object object) {
    buffer.truncateToPosition(0);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(SETTINGS, BINARY_SETTINGS, buffer)) {
      codec.encode(writer, object, ENCODER);
    }
    return encoded.set(buffer.getInternalBuffer(), 0, buffer.getPosition());
  }

  @Override
  public Object decode(Bytes message) {
    try (BsonBinaryReader reader = open(message)) {
      return codec.decode(reader, DECODER);
    }
  }

  @Override
  public long access(Bytes message, Plan plan) {
    try (BsonBinaryReader reader = open(message)) {
      return switch (plan) {
        case ONE -> Touching.one(reader);
        case TENTH -> Touching.tenth(reader);
        case ALL -> Touching.all(reader);
      };
    }
  }

  private static BsonBinaryReader open(Bytes message) {
    return new BsonBinaryReader(ByteBuffer.wrap(message.array, message.begin, message.size));
  }
}
