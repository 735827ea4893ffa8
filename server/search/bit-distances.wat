;; Hamming distances between a query of 256 bits and rows of 256 bits: one popcount instruction per 64 bits, which
;; JavaScript has no access to. Compiled into bit-distances.ts; its test compares both.
(module
  (memory (import "table" "memory") 1)
  ;; Writes one 16-bit distance per row. All parameters but $count are addresses.
  (func (export "measure") (param $query i32) (param $rows i32) (param $count i32) (param $distances i32)
    (local $a i64) (local $b i64) (local $c i64) (local $d i64) (local $end i32)
    (local.set $a (i64.load (local.get $query)))
    (local.set $b (i64.load offset=8 (local.get $query)))
    (local.set $c (i64.load offset=16 (local.get $query)))
    (local.set $d (i64.load offset=24 (local.get $query)))
    (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 5))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
        (i64.store16 (local.get $distances)
          (i64.add
            (i64.add
              (i64.popcnt (i64.xor (i64.load (local.get $rows)) (local.get $a)))
              (i64.popcnt (i64.xor (i64.load offset=8 (local.get $rows)) (local.get $b))))
            (i64.add
              (i64.popcnt (i64.xor (i64.load offset=16 (local.get $rows)) (local.get $c)))
              (i64.popcnt (i64.xor (i64.load offset=24 (local.get $rows)) (local.get $d))))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (br $next)))))
