package codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.ArrayBufferInput;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;
import serbench.Plan;

/** msgpack-core's packer and unpacker, one of each for all objects, driven by rendered code. */
public final class Codec implements Adapter, AccessAdapter {
  private final GrowingOutput output = new GrowingOutput();
  private final MessagePacker packer = MessagePack.newDefaultPacker(output);
  private final ArrayBufferInput input = new ArrayBufferInput(new byte[0]);
  private final MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(input);
  private final Unpacking unpacking = new Unpacking(unpacker);
  private final Touching touching = new Touching(unpacker);
  private final Bytes encoded = new Bytes();

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofManifest("msgpack-core", MessagePack.class);
  }

  @Override
  public Bytes encode(Object object) {
    output.clear();
    try {
      Packing.pack(object, packer);
      packer.flush();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return output.view(encoded);
  }

  @Override
  public Object decode(Bytes message) {
    try {
      open(message);
      return unpacking.unpack(message.size);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public long access(Bytes message, Plan plan) {
    try {
      open(message);
      return switch (plan) {
        case ONE -> touching.one(message.size);
        case TENTH -> touching.tenth(message.size);
        case ALL -> touching.all(message.size);
      };
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private void open(Bytes message) throws IOException {
    input.reset(message.array, message.begin, message.size);
    unpacker.reset(input);
  }
}
