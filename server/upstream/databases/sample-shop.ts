import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ports } from '#server/engine/ports.ts'

type Sample = {
  tables: string
  products: Row[]
  customers: Row[]
  orders: Row[]
  names: [string, string, string]
}
type Row = readonly (string | number)[]

const english: Sample = {
  names: ['products', 'customers', 'orders'],
  tables: `
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL, stock INTEGER);
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, day TEXT, customer TEXT, city TEXT, product TEXT, quantity INTEGER, total REAL);`,
  products: [
    ['Blue cup', 'Cups', 240, 36],
    ['Tea glass', 'Cups', 180, 60],
    ['Small bowl', 'Bowls', 320, 18],
    ['Serving bowl', 'Bowls', 1450, 4],
    ['Round plate', 'Plates', 410, 22],
    ['Long vase', 'Vases', 980, 7],
  ],
  customers: [
    ['Ada Yılmaz', 'Izmir'],
    ['Kerem Demir', 'Ankara'],
    ['Lina Kaya', 'Istanbul'],
    ['Mert Aksoy', 'Izmir'],
  ],
  orders: [
    ['2026-10-02', 'Ada Yılmaz', 'Izmir', 'Blue cup', 6, 1440],
    ['2026-10-05', 'Kerem Demir', 'Ankara', 'Serving bowl', 1, 1450],
    ['2026-10-09', 'Lina Kaya', 'Istanbul', 'Round plate', 8, 3280],
    ['2026-10-14', 'Mert Aksoy', 'Izmir', 'Small bowl', 4, 1280],
    ['2026-10-21', 'Lina Kaya', 'Istanbul', 'Long vase', 1, 980],
    ['2026-11-03', 'Ada Yılmaz', 'Izmir', 'Tea glass', 12, 2160],
    ['2026-11-12', 'Kerem Demir', 'Ankara', 'Blue cup', 2, 480],
  ],
}

const turkishWords: Record<string, string> = {
  'Blue cup': 'Mavi fincan',
  'Tea glass': 'Çay bardağı',
  'Small bowl': 'Küçük kâse',
  'Serving bowl': 'Servis kâsesi',
  'Round plate': 'Yuvarlak tabak',
  'Long vase': 'Uzun vazo',
  Cups: 'Fincanlar',
  Bowls: 'Kâseler',
  Plates: 'Tabaklar',
  Vases: 'Vazolar',
  Izmir: 'İzmir',
  Istanbul: 'İstanbul',
}
const inTurkish = (rows: Row[]) => rows.map((row) => row.map((cell) => turkishWords[cell] ?? cell))

const samples: Record<string, Sample> = {
  'sample-shop.db': english,
  'ornek-dukkan.db': {
    names: ['urunler', 'musteriler', 'siparisler'],
    tables: `
      CREATE TABLE urunler (id INTEGER PRIMARY KEY, ad TEXT, tur TEXT, fiyat REAL, stok INTEGER);
      CREATE TABLE musteriler (id INTEGER PRIMARY KEY, ad TEXT, sehir TEXT);
      CREATE TABLE siparisler (id INTEGER PRIMARY KEY, gun TEXT, musteri TEXT, sehir TEXT, urun TEXT, adet INTEGER, tutar REAL);`,
    products: inTurkish(english.products),
    customers: inTurkish(english.customers),
    orders: inTurkish(english.orders),
  },
}

/**
 * Works like `query`, and creates a small sample shop in the folder on first use. An existing file of that name is
 * not changed.
 */
export function withSampleShop(query: Ports['queryDatabase'], folder: string): Ports['queryDatabase'] {
  return async (place, statement, signal) => {
    const sample = place.kind === 'sqlite' ? samples[place.address] : undefined
    const path = join(folder, place.address)
    if (sample && !existsSync(path)) {
      await write(sample, folder, path)
    }
    return query(place, statement, signal)
  }
}

async function write({ tables, names, ...rows }: Sample, folder: string, path: string) {
  const { DatabaseSync } = await import('node:sqlite')
  await mkdir(folder, { recursive: true })
  const unfinished = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  const database = new DatabaseSync(unfinished)
  try {
    database.exec(tables)
    for (const [at, list] of [rows.products, rows.customers, rows.orders].entries()) {
      const marks = (list[0] ?? []).map(() => '?').join(', ')
      const insert = database.prepare(`INSERT INTO ${names[at]} VALUES (NULL, ${marks})`)
      for (const row of list) {
        insert.run(...row)
      }
    }
    database.close()
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}
