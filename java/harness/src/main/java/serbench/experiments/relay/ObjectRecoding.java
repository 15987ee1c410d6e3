package serbench.experiments.relay;

import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Page;
import serbench.ReusePage;

/** The modes {@code fresh} and {@code reuse}, and what others have of them. */
class ObjectRecoding extends Recoding {
  private final ObjectForm form;
  private final boolean reuse;

  /** A kept object holds one message, so each place of a block has its own. */
  ObjectRecoding(Setting setting, Subject subject, boolean reuse, int block) {
    super(setting, subject.pages(), reuse ? block : 1);
    form = subject.form();
    this.reuse = reuse;
  }

  @Override
  final Object decoded(Page reader, Bytes message) {
    return reuse ? ((ReusePage) reader).decodeReuse(message) : reader.decode(message);
  }

  @Override
  long touch(Page reader, Object decoded, Bytes message) {
    return form.touchOne(decoded);
  }

  @Override
  Bytes encoded(Page writer, Object decoded) {
    return writer.encode(decoded);
  }
}
