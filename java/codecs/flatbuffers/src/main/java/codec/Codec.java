package codec;

import java.nio.ByteBuffer;
import java.util.Map;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;
import serbench.Plan;
import serbench.TouchAdapter;
import serbench.UpdateAdapter;

/** FlatBuffers with generated accessors: built bottom-up in a builder, read where the bytes lie. */
public final class Codec implements TouchAdapter, UpdateAdapter {
  private final Packing packing = new Packing();
  private final Bytes encoded = new Bytes();

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("com.google.flatbuffers", "flatbuffers-java");
  }

  @Override
  public boolean buildsInPlace() {
    return true;
  }

  /** The builder that is kept; a message that outlives the next call has one of its own. */
  @Override
  public Bytes encode(Object object) {
    packing.begin();
    packing.builder.finish(Tables.packRoot(packing, object));
    return view(packing.builder.dataBuffer());
  }

  @Override
  public Object build(Object object) {
    Packing own = new Packing();
    own.builder.finish(Tables.packRoot(own, object));
    return own.builder.dataBuffer();
  }

  @Override
  public Bytes serialize(Object message) {
    return view((ByteBuffer) message);
  }

  @Override
  public Object deserialize(Bytes message) {
    return Tables.open(buffer(message));
  }

  @Override
  public Object extract(Object opened) {
    return Tables.unpackRoot(opened);
  }

  @Override
  public long touch(Object opened, Plan plan) {
    return TableAccess.touch(opened, plan);
  }

  @Override
  public boolean updateNumber(Bytes message) {
    return TableUpdate.of(Tables.open(buffer(message)));
  }

  /** Offsets count from the buffer's own beginning, so a slice stands for the part of an array. */
  private static ByteBuffer buffer(Bytes bytes) {
    ByteBuffer whole = ByteBuffer.wrap(bytes.array, bytes.begin, bytes.size);
    return bytes.begin == 0 ? whole : whole.slice();
  }

  private Bytes view(ByteBuffer buffer) {
    return encoded.set(
        buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
  }
}
