// "./x.js" inside our own TypeScript means "./x.ts" (or ".tsx").
module.exports = (request, options) => {
  if (/^\.{1,2}\//.test(request) && request.endsWith('.js') && !options.basedir.includes('/node_modules/')) {
    for (const ext of ['.ts', '.tsx']) {
      try {
        return options.defaultResolver(request.replace(/\.js$/, ext), options);
      } catch {
        // not this one
      }
    }
  }
  return options.defaultResolver(request, options);
};
