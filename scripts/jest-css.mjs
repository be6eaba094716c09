// Sheets of rules in tests: none.
export default "";
