// Leaves out of Chakra's two tables of recipes what nobody uses; their files then fall to tree shaking.
/**
 * @this {import("webpack").LoaderContext<{ readonly keys: readonly string[] }>}
 * @param {string} source
 */
module.exports = function keepRecipes(source) {
  const keep = new Set(this.getOptions().keys);
  return source.replace(/^ {2}(\w+): \w+Recipe,?$/gm, (/** @type {string} */ line, /** @type {string} */ key) =>
    keep.has(key) ? line.replace(/,?$/, ",") : "",
  );
};
