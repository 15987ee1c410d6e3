package codec;

import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.listType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.mapType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import serbench.Malformed;

/** The types of columns, and which of them a file has. */
final class Schemas {
  static final Repetition REQUIRED = Repetition.REQUIRED;
  static final Repetition OPTIONAL = Repetition.OPTIONAL;

  private Schemas() {}

  /** How Parquet holds a value of a kind. */
  enum Leaf {
    BOOL(PrimitiveTypeName.BOOLEAN, null),
    INT32(PrimitiveTypeName.INT32, null),
    UINT32(PrimitiveTypeName.INT32, intType(32, false)),
    INT64(PrimitiveTypeName.INT64, null),
    UINT64(PrimitiveTypeName.INT64, intType(64, false)),
    FLOAT(PrimitiveTypeName.FLOAT, null),
    DOUBLE(PrimitiveTypeName.DOUBLE, null),
    STRING(PrimitiveTypeName.BINARY, stringType()),
    BYTES(PrimitiveTypeName.BINARY, null),
    ENUM(PrimitiveTypeName.INT32, null);

    private final PrimitiveTypeName stored;
    private final LogicalTypeAnnotation meant;

    Leaf(PrimitiveTypeName stored, LogicalTypeAnnotation meant) {
      this.stored = stored;
      this.meant = meant;
    }

    Type column(Repetition repetition, String name) {
      return Types.primitive(stored, repetition).as(meant).named(name);
    }
  }

  static Type group(Repetition repetition, String name, List<Type> fields) {
    return new GroupType(repetition, name, fields);
  }

  static Type list(String name, Type element) {
    return Types.requiredGroup()
        .as(listType())
        .addField(Types.repeatedGroup().addField(element).named("list"))
        .named(name);
  }

  static Type map(String name, Type key, Type value) {
    return Types.requiredGroup()
        .as(mapType())
        .addField(Types.repeatedGroup().addFields(key, value).named("key_value"))
        .named(name);
  }

  /** The type of the elements of a list (place 0), or of the keys (0) or values (1) of a map. */
  static Type inside(Type repeated, int place) {
    return repeated.asGroupType().getType(0).asGroupType().getType(place);
  }

  /** The wanted columns as a file has them. */
  static MessageType found(MessageType file, MessageType wanted) {
    return new MessageType(file.getName(), found((GroupType) file, wanted).getFields());
  }

  private static GroupType found(GroupType file, GroupType wanted) {
    return file.withNewFields(
        wanted.getFields().stream().map(one -> found(named(file, one.getName()), one)).toList());
  }

  private static Type found(Type file, Type wanted) {
    if (wanted.isPrimitive() || file.isPrimitive()) {
      return file;
    }
    if (wanted.getLogicalTypeAnnotation() == null) {
      return found(file.asGroupType(), wanted.asGroupType());
    }
    // Libraries name what is inside lists and maps in several ways.
    GroupType repeated = file.asGroupType().getType(0).asGroupType();
    List<Type> sides =
        IntStream.range(0, repeated.getFieldCount())
            .mapToObj(place -> found(repeated.getType(place), inside(wanted, place)))
            .toList();
    return file.asGroupType().withNewFields(repeated.withNewFields(sides));
  }

  private static Type named(GroupType file, String name) {
    if (!file.containsField(name)) {
      throw new Malformed("The message has no column " + name + ".");
    }
    return file.getType(name);
  }
}
