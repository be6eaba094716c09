// Leaves out of Chakra's two tables of recipes what nobody uses; their files then fall to tree shaking.
module.exports = function keepRecipes(source) {
  const keep = new Set(this.getOptions().keys);
  return source.replace(/^ {2}(\w+): \w+Recipe,?$/gm, (line, key) => (keep.has(key) ? line.replace(/,?$/, ",") : ""));
};
