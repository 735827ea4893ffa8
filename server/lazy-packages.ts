import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

const NAMESPACE = 'lazy-package'

/**
 * Gives lazily imported CommonJS packages the exports that Node gives them. With `splitting`, esbuild creates a
 * chunk with only a default export, so `const { parse } = await import('yaml')` would be undefined in the bundle.
 */
export const lazyPackages: Plugin = {
  name: 'lazy-packages',
  setup(build) {
    build.onResolve({ filter: /^[^.#/]/ }, async ({ path, kind, pluginData, ...args }) => {
      if (kind !== 'dynamic-import' || pluginData === NAMESPACE) {
        return undefined
      }
      const found = await build.resolve(path, { ...args, kind, pluginData: NAMESPACE })
      return isCommonJs(found) ? { path: found.path, namespace: NAMESPACE } : undefined
    })
    build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => ({
      contents: await printModule(path),
      resolveDir: dirname(path),
    }))
  },
}

type Found = { path: string; external: boolean; namespace: string; errors: unknown[] }

function isCommonJs({ path, external, namespace, errors }: Found): boolean {
  if (errors.length > 0 || external || namespace !== 'file' || path.endsWith('.mjs')) {
    return false
  }
  return path.endsWith('.cjs') || !isModulePackage(path)
}

function isModulePackage(path: string): boolean {
  const file = findPackageJSON(pathToFileURL(path))
  return file !== undefined && JSON.parse(readFileSync(file, 'utf8')).type === 'module'
}

/** Only Node can list the names it finds in a CommonJS file; the sources run with these. */
async function printModule(path: string): Promise<string> {
  const names = Object.keys(await import(pathToFileURL(path).href)).filter((name) => !reserved.has(name))
  const lines = names.map(
    (name, index) => `const _${index} = whole[${JSON.stringify(name)}]; export { _${index} as ${name} }`,
  )
  return [`const whole = require(${JSON.stringify(path)})`, 'export default whole', ...lines].join('\n')
}

const reserved = new Set(['default', 'module.exports', '__esModule'])
