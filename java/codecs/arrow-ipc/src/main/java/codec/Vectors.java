package codec;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import serbench.Malformed;

/** The types of columns and the ways to the vectors of a batch. */
final class Vectors {
  static final ArrowType BOOL = new ArrowType.Bool();
  static final ArrowType INT32 = new ArrowType.Int(32, true);
  static final ArrowType UINT32 = new ArrowType.Int(32, false);
  static final ArrowType INT64 = new ArrowType.Int(64, true);
  static final ArrowType UINT64 = new ArrowType.Int(64, false);
  static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  static final ArrowType DOUBLE = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  static final ArrowType STRING = new ArrowType.Utf8();
  static final ArrowType BYTES = new ArrowType.Binary();
  static final ArrowType ENUM = INT32;
  static final ArrowType MESSAGE = new ArrowType.Struct();

  private static final ArrowType LIST = new ArrowType.List();
  private static final ArrowType MAP = new ArrowType.Map(false);

  private Vectors() {}

  static Field field(String name, boolean nullable, ArrowType type, List<Field> children) {
    return new Field(name, new FieldType(nullable, type, null), children);
  }

  static Field list(String name, Field element) {
    return field(name, false, LIST, List.of(element));
  }

  static Field map(String name, Field key, Field value) {
    return field(name, false, MAP, List.of(field("entries", false, MESSAGE, List.of(key, value))));
  }

  /** The columns of a batch by name. */
  static Function<String, FieldVector> inside(VectorSchemaRoot batch) {
    Map<String, FieldVector> columns = new HashMap<>();
    for (FieldVector vector : batch.getFieldVectors()) {
      columns.put(vector.getName(), vector);
    }
    return name -> present(name, columns.get(name));
  }

  /** The columns of a struct by name. */
  static Function<String, FieldVector> inside(StructVector struct) {
    return name -> present(name, struct.getChild(name));
  }

  /** A key (0) or a value (1) of the entries of a map, whose names libraries choose. */
  static FieldVector side(FieldVector entries, int place) {
    return (FieldVector) ((StructVector) entries).getChildByOrdinal(place);
  }

  static String text(VarCharVector vector, int at) {
    return new String(vector.get(at), StandardCharsets.UTF_8);
  }

  static void requireOneRow(int rows) {
    if (rows != 1) {
      throw new Malformed("The message has " + rows + " rows, and an object is one.");
    }
  }

  private static FieldVector present(String name, FieldVector vector) {
    if (vector == null) {
      throw new Malformed("The message has no column " + name + ".");
    }
    return vector;
  }
}
