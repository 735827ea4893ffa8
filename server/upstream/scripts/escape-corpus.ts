/** Known sandbox escapes. Each returns what it gained access to, which must be nothing. */
export const escapes: Record<string, string> = {
  'constructor of a function': 'return new Function("return process")().versions',
  'constructor chain of this': 'return this?.constructor?.constructor("return process")()?.versions',
  'constructor chain of an argument': 'return $param.constructor.constructor("return process")().versions',
  'constructor chain of a host function': 'return fetch.constructor("return process")().mainModule',
  'constructor of an async function':
    'return (await (async () => {}).constructor("return process")()).versions',
  'constructor of a generator': 'return [...(function* () {}).constructor("yield process")()][0].versions',
  'constructor of a host promise':
    'const p = fetch("http://a.example"); p.catch(() => 0); return p.constructor.constructor("return process")().versions',
  'constructor of a host error':
    'try { await fetch("http://a.example") } catch (e) { return e.constructor.constructor("return process")().versions }',
  'constructor of a tool': 'return $tools.add.call.constructor("return process")().versions',
  'the result of a tool':
    'return (await $tools.add.call({})).constructor.constructor("return process")().versions',
  'the arguments of the caller': 'return arguments.callee.caller?.toString()',
  'stack frames':
    'Error.prepareStackTrace = (_, frames) => frames; const { stack } = new Error(); return typeof stack === "string" || stack === undefined ? undefined : stack[0].getThis()',
  'stack frames of an overflow':
    'Error.prepareStackTrace = (_, frames) => frames; const f = () => f(); try { f() } catch (e) { return e.constructor.constructor("return process")().versions }',
  'call sites of an async stack':
    'Error.stackTraceLimit = 100; try { await fetch("x:") } catch (e) { return /node:|script-thread|quickjs-runner/.exec(e.stack)?.[0] }',
  'require of fs': 'try { return require("fs").readFileSync("/etc/passwd", "utf8") } catch {}',
  'require of child_process': 'try { return require("child_process").execSync("id").toString() } catch {}',
  'require under another name': 'try { return require("node:" + "fs") } catch {}',
  'require of what every object has': 'try { return require("constructor") } catch {}',
  'require of a prototype': 'try { return require("__proto__") } catch {}',
  'import of fs': 'try { return Object.keys(await import("fs")) } catch {}',
  'import of an address':
    'try { return Object.keys(await import("data:text/javascript,export default 1")) } catch {}',
  'import from eval': 'try { return await (0, eval)("import(\'node:os\')") } catch {}',
  'main module': 'return process.mainModule ?? process.binding ?? process.dlopen',
  environment: 'return Object.keys(process.env).length || undefined',
  'working directory': 'return process.cwd?.()',
  'globals of node':
    'return [typeof __dirname, typeof global, typeof Deno, typeof Bun, typeof globalThis.std, typeof globalThis.os].find((t) => t !== "undefined")',
  'threads and workers':
    'return [typeof Worker, typeof parentPort, typeof postMessage, typeof self].find((t) => t !== "undefined")',
  WebAssembly: 'return typeof WebAssembly === "undefined" ? undefined : "WebAssembly"',
  'shared memory':
    'return typeof Atomics === "undefined" ? undefined : Atomics.wait?.(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1) && undefined',
  'proxy around the result':
    'return new Proxy({}, { get: (t, k, r) => { try { return r.constructor.constructor("return process")().mainModule } catch {} }, ownKeys: () => [] }) && undefined',
  'then of the result': 'return { then: (done) => done(globalThis.process.mainModule) }',
  'then that never ends the chain':
    'let n = 0; const t = { then: (done) => (n++ < 50 ? done(t) : done(undefined)) }; return t',
  'toJSON of the result':
    'return { toJSON() { return this.constructor.constructor("return process")().mainModule } }',
  'species of a promise':
    'class P extends Promise { static get [Symbol.species]() { return function (run) { run(() => {}, () => {}) } } }; const p = fetch("http://a.example"); p.constructor = P; try { p.then(() => {}) } catch {} return undefined',
  'promises replaced': 'globalThis.Promise = function () {}; Promise.prototype = {}; return undefined',
  'Promise.prototype.then replaced':
    'const got = []; const then = Promise.prototype.then; Promise.prototype.then = function (a, b) { got.push(typeof a); return then.call(this, a, b) }; try { await fetch("http://a.example") } catch {} return undefined',
  'JSON replaced':
    'JSON.stringify = () => "{\\"__proto__\\":{\\"polluted\\":1}}"; JSON.parse = () => ({ constructor: 1 }); return undefined',
  'prototype of every object':
    'Object.prototype.polluted = 1; Array.prototype.polluted = 1; Function.prototype.polluted = 1; return undefined',
  'own __proto__ in the result': 'return JSON.parse(\'{"a":1,"__proto__":{"polluted":1}}\').a === 2',
  'setters on every object':
    'Object.defineProperty(Object.prototype, "result", { set(v) { globalThis.got = v }, configurable: true }); try { await fetch("http://a.example") } catch {} return undefined',
  'with and getters': 'const o = { get process() { return undefined } }; with (o) { return process }',
  'symbols of node':
    'return [Symbol.for("nodejs.util.inspect.custom"), Symbol.for("nodejs.util.promisify.custom")].map((s) => fetch[s]).find(Boolean)',
  'inspect of what is logged':
    'console.log({ [Symbol.for("nodejs.util.inspect.custom")]: (_, __, inspect) => inspect.constructor("return process")() }); return undefined',
  'a logged object with a hostile toJSON':
    'console.log({ toJSON() { throw { toString() { return process.mainModule } } } }); return undefined',
  'a thrown object':
    'try { throw { get message() { return process.mainModule } } } catch (e) { return e.message }',
  'a name that closes the wrapper':
    '}); globalThis.escaped = 1; (async function () { return globalThis.process.mainModule',
  'an address of this machine': 'try { return (await (await fetch("http://127.0.0.1:1/")).text()) } catch {}',
  'an address of the cloud':
    'try { return (await (await fetch("http://169.254.169.254/latest/meta-data/")).text()) } catch {}',
  'a file as an address': 'try { return (await (await fetch("file:///etc/passwd")).text()) } catch {}',
  'a tool that was not given': 'try { return (await $tools["__proto__"].call({})) } catch {}',
  'a private door of the host':
    'try { return typeof callHost !== "undefined" || typeof logLine !== "undefined" || undefined } catch {}',
  'source of the globals': 'return /callHost\\(name/.test(fetch.toString()) ? undefined : undefined',
  FinalizationRegistry:
    'return typeof FinalizationRegistry === "undefined" ? undefined : new FinalizationRegistry(() => {}).constructor.constructor("return process")().mainModule',
  bytecode: 'return globalThis.bjson ?? globalThis.scriptArgs ?? globalThis.loadScript',
  'indirect eval': 'return (0, eval)("typeof process.versions") === "undefined" ? undefined : "process"',
  'regular expression statics':
    'RegExp.prototype.exec = () => { throw globalThis.process.mainModule }; return undefined',
}

/** Code that exhausts resources. Each must end with an error message and leave the next script unaffected. */
export const bombs: Record<string, string> = {
  'endless loop': 'for (;;);',
  'endless loop that catches': 'for (;;) { try { for (;;); } catch {} }',
  'endless microtasks': 'for (;;) await null',
  'microtasks that breed':
    'const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})',
  'timers that breed': 'const f = () => { setTimeout(f, 0) }; f(); await new Promise(() => {})',
  'endless getter': 'return JSON.stringify({ get a() { for (;;); } })',
  'endless toJSON of the result': 'return { toJSON() { for (;;); } }',
  'endless toString of an error': 'throw { toString() { for (;;); } }',
  'endless toJSON of an error': 'throw { toJSON() { for (;;); } }',
  'endless stack of an error':
    'const e = new Error(); Object.defineProperty(e, "stack", { get() { for (;;); } }); throw e',
  'endless log': 'for (;;) console.log("x".repeat(1000))',
  recursion: 'const f = (n) => f(n + 1) + 1; return f(0)',
  'recursion of JSON': 'JSON.parse("[".repeat(1e6))',
  'recursion of toString':
    'const a = []; a[0] = a; let s = a; for (let i = 0; i < 1e5; i++) s = [s]; return String(s)',
  'recursion of a proxy': 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x',
  'strings without end': 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)',
  'one string that doubles': 'let s = "x"; for (;;) s += s',
  'arrays without end': 'const a = []; for (;;) a.push(new Array(1e5).fill(a.length))',
  'buffers without end': 'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))',
  'one enormous buffer': 'new Uint8Array(2 ** 31)',
  'one enormous array': 'Array(1e8).fill(1).map(String)',
  'memory that is asked for again and again':
    'const a = []; for (;;) { try { for (;;) a.push("x".repeat(1e5) + a.length) } catch {} }',
  'a map without end': 'const m = new Map(); for (let i = 0; ; i++) m.set(i, String(i))',
  'a regular expression': 'return /^(a+)+$/.test("a".repeat(50) + "b")',
  'a sparse array joined': 'const a = []; a.length = 1e9; return a.join().length',
  'a sparse array sorted': 'const a = []; a.length = 4e9; a.sort(); return 1',
  'a large number': 'let n = 3n; for (;;) n *= n',
  'a large number as text': 'return (7n ** 3000000n).toString().length > 1 ? "x".repeat(1e6) : 0',
  'a long result': 'return "x".repeat(1e6)',
  'a deep result': 'let o = 1; for (let i = 0; i < 1e5; i++) o = [o]; return o',
  'nothing to wait for': 'await new Promise(() => {})',
  'a very long wait': 'await new Promise((done) => setTimeout(done, 1e9))',
}
