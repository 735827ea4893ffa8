// Writes the types of an OpenAPI document: node write-types.mjs openapi.json openapi.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// openapi-typescript prints with the compiler API of TypeScript 5, which our own TypeScript 7 does not have.
const compiler = new URL('compiler.mjs', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: compiler, shortCircuit: true } : next(specifier, context),
})

const { astToString, default: openapiTS } = await import('openapi-typescript')
const [, , source, target] = process.argv
writeFileSync(target, astToString(await openapiTS(JSON.parse(readFileSync(source, 'utf8')))))
