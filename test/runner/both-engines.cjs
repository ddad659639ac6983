// jest --filter: the specs that have to pass on the second engine as well.
module.exports = async (paths) => {
  const { needsBothEngines } = await import('./lanes.mjs');
  return { filtered: paths.filter(needsBothEngines) };
};
