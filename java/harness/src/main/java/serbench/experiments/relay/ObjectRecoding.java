package serbench.experiments.relay;

import serbench.Adapter;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Plan;
import serbench.ReuseAdapter;

/** The modes {@code fresh} and {@code reuse}, and what others have of them. */
class ObjectRecoding extends Recoding {
  private final ObjectForm form;
  private final boolean reuse;

  /** The object of each place of a block, where they are used again. */
  private final Object[] used;

  ObjectRecoding(Setting setting, Subject subject, boolean reuse, int block) {
    super(setting, subject.adapters(), 1);
    form = subject.form();
    this.reuse = reuse;
    used = new Object[reuse ? block : 0];
  }

  @Override
  final Object decoded(Adapter reader, int place, Bytes message) {
    if (!reuse) {
      return reader.decode(message);
    }
    Object object = used[place];
    // What a call that failed has left is not used again.
    used[place] = null;
    if (object == null) {
      object = reader.decode(message);
    } else {
      ((ReuseAdapter) reader).decodeReuse(message, object);
    }
    used[place] = object;
    return object;
  }

  @Override
  long touch(Adapter reader, Object decoded, Bytes message) {
    return form.touched(decoded, Plan.ONE);
  }

  @Override
  Bytes encoded(Adapter writer, Object decoded) {
    return writer.encode(decoded);
  }
}
