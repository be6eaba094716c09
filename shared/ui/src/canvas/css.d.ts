/** A sheet of rules as its text (webpack: asset/source). */
declare module "*.css" {
  const text: string;
  export default text;
}
