def f1(done, c1, c2)
  b1 = 0_i64
  c1.send(42)
  b1 += 42_i64
  x2 = c2.receive
  b1 -= 2_i64 * (x2 ? 2 : 1)
  if x2
    done.send({1, 0_i64})
    spawn do
      b2 = 0_i64
      done.send({-1, b2})
    end
  end
  done.send({-1, b1})
end

def main
  done = Channel(Tuple(Int32, Int64)).new(15)
  c1 = Channel(Int32).new
  c2 = Channel(Bool).new
  c3 = Channel(String).new(2)
  c4 = Channel(Nil).new
  c5 = Channel(Int32).new
  c6 = Channel(Int32).new
  m1 = Mutex.new
  b3 = 0_i64
  done.send({1, 0_i64})
  spawn do
    f1(done, c1, c2)
  end
  d1 = c1
  x1 = d1.receive
  b3 -= 1_i64 * x1
  if x1 <= 50
    c2.send(true)
    b3 += 4_i64
  else
    if Random.rand(2) == 0
      c2.send(false)
      b3 += 2_i64
    else
      c2.send(true)
      b3 += 4_i64
    end
  end
  done.send({1, 0_i64})
  spawn do
    b4 = 0_i64
    c3.send("abc")
    b4 += 9_i64
    done.send({1, 0_i64})
    spawn do
      b5 = 0_i64
      c4.send(nil)
      b5 += 4_i64
      done.send({-1, b5})
    end
    done.send({-1, b4})
  end
  select
  when x4 = c3.receive
    b3 -= 3_i64 * x4.size
    c4.receive
    b3 -= 4_i64
  when c4.receive
    b3 -= 4_i64
    x5 = c3.receive
    b3 -= 3_i64 * x5.size
  else
    x6 = c3.receive
    b3 -= 3_i64 * x6.size
    c4.receive
    b3 -= 4_i64
  end
  done.send({1, 0_i64})
  spawn do
    b6 = 0_i64
    x7 = c5.receive
    b6 -= 5_i64 * x7
    done.send({-1, b6})
  end
  select
  when c5.send(7)
    b3 += 35_i64
  end
  done.send({1, 0_i64})
  spawn do
    b7 = 0_i64
    c6.send(1)
    b7 += 6_i64
    c6.close
    done.send({-1, b7})
  end
  loop do
    x8 = c6.receive
    b3 -= 6_i64 * x8
  rescue Channel::ClosedError
    break
  end
  done.send({1, 0_i64})
  spawn do
    b8 = 0_i64
    m1.synchronize do
    end
    done.send({-1, b8})
  end
  m1.synchronize do
  end
  done.send({-1, b3})
  running = 1
  sum = 0_i64
  while running > 0
    n, b = done.receive
    sum += b
    running += n
  end
  puts sum == 0 ? "ok" : "balance #{sum}"
end

main
