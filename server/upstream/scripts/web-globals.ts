// Globals of browsers and Node beyond the language. Parsing them takes longer than most scripts run, so they are
// loaded only for scripts that may use one.

export const webGlobals = `(function (define, ask, format) {
  'use strict'
  const toJson = JSON.stringify
  const fromJson = JSON.parse
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const toBase64 = (bytes) => {
    let text = ''
    for (let i = 0; i < bytes.length; i += 3) {
      const three = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
      text += letters[three >> 18] + letters[(three >> 12) & 63]
      text += i + 1 < bytes.length ? letters[(three >> 6) & 63] : '='
      text += i + 2 < bytes.length ? letters[three & 63] : '='
    }
    return text
  }
  const fromBase64 = (text) => {
    const clean = String(text).replace(/[\\s=]/g, '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = new Uint8Array(Math.floor((clean.length * 3) / 4))
    let held = 0, bits = 0, at = 0
    for (const letter of clean) {
      const value = letters.indexOf(letter)
      if (value < 0) throw new Error('This is not base64.')
      held = ((held << 6) | value) & 0xffffff
      bits += 6
      if (bits >= 8) { bits -= 8; bytes[at++] = (held >> bits) & 255 }
    }
    return bytes
  }
  const toBytes = (text) => {
    const escaped = unescape(encodeURIComponent(String(text)))
    const bytes = new Uint8Array(escaped.length)
    for (let i = 0; i < escaped.length; i++) bytes[i] = escaped.charCodeAt(i)
    return bytes
  }
  const toText = (bytes) => {
    let text = ''
    for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i])
    try { return decodeURIComponent(escape(text)) } catch { return text }
  }
  class TextEncoder { encode(text = '') { return toBytes(text) } }
  class TextDecoder { decode(bytes = []) { return toText(new Uint8Array(bytes.buffer ?? bytes)) } }
  class Buffer extends Uint8Array {
    static from(value, encoding) {
      const bytes = typeof value !== 'string' ? new Uint8Array(value)
        : encoding === 'base64' || encoding === 'base64url' ? fromBase64(value)
        : encoding === 'hex' ? Uint8Array.from(value.match(/../g) ?? [], (pair) => parseInt(pair, 16))
        : toBytes(value)
      return new Buffer(bytes)
    }
    toString(encoding) {
      if (encoding === 'base64') return toBase64(this)
      if (encoding === 'base64url') return toBase64(this).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '')
      if (encoding === 'hex') return [...this].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      return toText(this)
    }
  }
  const btoa = (text) => toBase64(Uint8Array.from(String(text), (letter) => {
    if (letter.charCodeAt(0) > 255) throw new Error('btoa takes letters of one byte only.')
    return letter.charCodeAt(0)
  }))
  const atob = (text) => String.fromCharCode(...fromBase64(text))

  const decodePart = (part) => { try { return decodeURIComponent(part.replace(/\\+/g, ' ')) } catch { return part } }
  class URLSearchParams {
    #pairs = []
    constructor(from = '') {
      if (typeof from === 'string') {
        for (const part of from.replace(/^\\?/, '').split('&').filter(Boolean)) {
          const [name, ...rest] = part.split('=')
          this.#pairs.push([decodePart(name), decodePart(rest.join('='))])
        }
      } else {
        const pairs = typeof from[Symbol.iterator] === 'function' ? from : Object.entries(from)
        for (const [name, value] of pairs) this.#pairs.push([String(name), String(value)])
      }
    }
    append(name, value) { this.#pairs.push([String(name), String(value)]) }
    set(name, value) {
      const at = this.#pairs.findIndex(([key]) => key === name)
      this.#pairs = this.#pairs.filter(([key], i) => key !== name || i === at)
      if (at < 0) this.append(name, value)
      else this.#pairs.find(([key]) => key === name)[1] = String(value)
    }
    get(name) { return this.#pairs.find(([key]) => key === name)?.[1] ?? null }
    getAll(name) { return this.#pairs.filter(([key]) => key === name).map(([, value]) => value) }
    has(name) { return this.#pairs.some(([key]) => key === name) }
    delete(name) { this.#pairs = this.#pairs.filter(([key]) => key !== name) }
    forEach(each) { for (const [name, value] of this.#pairs) each(value, name, this) }
    entries() { return this.#pairs.map(([name, value]) => [name, value])[Symbol.iterator]() }
    keys() { return this.#pairs.map(([name]) => name)[Symbol.iterator]() }
    values() { return this.#pairs.map(([, value]) => value)[Symbol.iterator]() }
    [Symbol.iterator]() { return this.entries() }
    toString() {
      const encode = (text) => encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, (letter) =>
        '%' + letter.charCodeAt(0).toString(16).toUpperCase())
      return this.#pairs.map(([name, value]) => encode(name) + '=' + encode(value)).join('&')
    }
  }
  class URL {
    #parts
    constructor(address, base) {
      const parts = fromJson(format('url', toJson([String(address), base === undefined ? null : String(base)])))
      if (!parts) throw new TypeError('This is not an address: ' + address)
      this.#parts = parts
      this.searchParams = new URLSearchParams(parts.search)
    }
    get href() {
      const search = this.searchParams.toString()
      const { origin, pathname, hash, protocol, host } = this.#parts
      return (origin === 'null' ? protocol + '//' + host : origin) + pathname + (search && '?' + search) + hash
    }
    get origin() { return this.#parts.origin }
    get protocol() { return this.#parts.protocol }
    get host() { return this.#parts.host }
    get hostname() { return this.#parts.hostname }
    get port() { return this.#parts.port }
    get pathname() { return this.#parts.pathname }
    get hash() { return this.#parts.hash }
    get search() { const search = this.searchParams.toString(); return search && '?' + search }
    toString() { return this.href }
    toJSON() { return this.href }
  }

  class Headers {
    #map = new Map()
    constructor(from = {}) {
      const pairs = typeof from[Symbol.iterator] === 'function' ? from : Object.entries(from)
      for (const [name, value] of pairs) this.set(name, value)
    }
    set(name, value) { this.#map.set(String(name).toLowerCase(), String(value)) }
    append(name, value) { const old = this.get(name); this.set(name, old === null ? value : old + ', ' + value) }
    get(name) { return this.#map.get(String(name).toLowerCase()) ?? null }
    has(name) { return this.#map.has(String(name).toLowerCase()) }
    delete(name) { this.#map.delete(String(name).toLowerCase()) }
    forEach(each) { for (const [name, value] of this.#map) each(value, name, this) }
    entries() { return this.#map.entries() }
    keys() { return this.#map.keys() }
    values() { return this.#map.values() }
    [Symbol.iterator]() { return this.#map.entries() }
  }
  class Response {
    #body
    constructor({ status, statusText, url, headers, text, base64 }) {
      this.#body = { text, base64 }
      this.status = status
      this.statusText = statusText
      this.url = url
      this.ok = status >= 200 && status < 300
      this.headers = new Headers(headers)
    }
    async text() { return this.#body.text ?? toText(fromBase64(this.#body.base64)) }
    async json() { return fromJson(await this.text()) }
    async bytes() { return this.#body.text === undefined ? fromBase64(this.#body.base64) : toBytes(this.#body.text) }
    async arrayBuffer() { return (await this.bytes()).buffer }
    async buffer() { return new Buffer(await this.bytes()) }
  }
  const toRequest = (address, options = {}) => {
    const { method = 'GET', headers, body } = options
    const sent = new Headers(headers ?? {})
    if (body instanceof URLSearchParams && !sent.has('content-type')) {
      sent.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
    }
    const bytes = body instanceof Uint8Array ? toBase64(body) : undefined
    const text = bytes !== undefined || body === undefined || body === null ? undefined : String(body)
    return { url: String(address?.url ?? address), method: String(method).toUpperCase(), headers: Object.fromEntries(sent), text, base64: bytes }
  }
  const fetch = async (address, options) => new Response(await ask('fetch', toRequest(address, options)))

  const axios = async (first, second) => {
    const config = typeof first === 'string' ? { ...second, url: first } : { ...first }
    const { method = 'get', baseURL = '', params, data, headers, auth } = config
    const query = new URLSearchParams(Object.entries(params ?? {}).filter(([, value]) => value != null)).toString()
    const address = baseURL + config.url
    const isText = data === undefined || data === null || typeof data === 'string' || data instanceof URLSearchParams
    const response = await fetch(query ? address + (address.includes('?') ? '&' : '?') + query : address, {
      method,
      headers: {
        ...(!isText && { 'Content-Type': 'application/json' }),
        ...(auth && { Authorization: 'Basic ' + toBase64(toBytes(auth.username + ':' + auth.password)) }),
        ...headers,
      },
      ...(data !== undefined && data !== null && { body: isText ? data : toJson(data) }),
    })
    const text = await response.text()
    let parsed = text
    try { parsed = config.responseType === 'text' ? text : fromJson(text) } catch {}
    const result = {
      data: parsed, status: response.status, statusText: response.statusText,
      headers: Object.fromEntries(response.headers), config,
    }
    const accepts = config.validateStatus ?? ((status) => status >= 200 && status < 300)
    if (accepts && !accepts(response.status)) {
      throw Object.assign(new Error('Request failed with status code ' + response.status), { response: result, isAxiosError: true })
    }
    return result
  }
  axios.request = axios
  for (const method of ['get', 'delete', 'head', 'options']) {
    axios[method] = (url, config) => axios({ ...config, url, method })
  }
  for (const method of ['post', 'put', 'patch']) {
    axios[method] = (url, data, config) => axios({ ...config, url, data, method })
  }
  axios.create = (defaults = {}) => (first, second) => axios(typeof first === 'string'
    ? { ...defaults, ...second, url: first } : { ...defaults, ...first })

  const libraries = { 'node-fetch': Object.assign(fetch, { default: fetch, Headers, Response }), axios: Object.assign(axios, { default: axios }) }
  const require = (name) => {
    if (Object.hasOwn(libraries, name)) return libraries[name]
    throw new Error('There is no library ' + name + ' here. There are: ' + Object.keys(libraries).join(', ') + '.')
  }

  // The sandbox's engine has no locale and time zone tables, so the host formats and returns text.
  const localise = (kind) => function (locale, options) {
    const text = format(kind, toJson([Number(this), locale ?? null, options ?? null]))
    if (text === '') throw new RangeError('This language, time zone or option is not known.')
    return text
  }
  Date.prototype.toLocaleString = localise('date')
  Date.prototype.toLocaleDateString = localise('day')
  Date.prototype.toLocaleTimeString = localise('time')
  Number.prototype.toLocaleString = localise('number')
  const Intl = {
    DateTimeFormat: class { constructor(locale, options) { this.format = (date = new Date()) =>
      format('intlDate', toJson([Number(date), locale ?? null, options ?? null])) } },
    NumberFormat: class { constructor(locale, options) { this.format = (number) =>
      format('number', toJson([Number(number), locale ?? null, options ?? null])) } },
  }

  define({
    fetch, Headers, URL, URLSearchParams, TextEncoder, TextDecoder, Buffer, btoa, atob, axios, require, Intl,
  })
})`

const names = 'fetch Headers URL URLSearchParams TextEncoder TextDecoder Buffer btoa atob axios require Intl'
// A script may also reach a name indirectly: through the global object, through code built from text, or through
// an escaped character.
const roundabout = 'globalThis this eval Function constructor import'
const mention = new RegExp(`\\b(?:${`${names} ${roundabout}`.replaceAll(' ', '|')})\\b|toLocale|\\\\u`)

export function mayUseWeb(code: string): boolean {
  return mention.test(code)
}
