package codec;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonQualifier;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a field whose numbers, or a map's values, are unsigned, which Java's types do not tell. */
@JsonQualifier
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Unsigned {
  /** The adapters of such fields, and of those whose keys are. */
  JsonAdapter.Factory FACTORY = new UnsignedNumbers.Factory();
}
