import uk.co.real_logic.sbe.SbeTool;

/** Generates the flyweights of a message schema: {@code Generate SCHEMA FOLDER}. */
final class Generate {
  private Generate() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty(SbeTool.TARGET_LANGUAGE, "Java");
    System.setProperty(SbeTool.OUTPUT_DIR, arguments[1]);
    System.setProperty(SbeTool.VALIDATION_STOP_ON_ERROR, "true");
    SbeTool.main(new String[] {arguments[0]});
  }
}
