def main
  done = Channel(Int32).new(7)
  c1 = Channel(Nil).new
  c2 = Channel(Nil).new
  c3 = Channel(Nil).new
  done.send(1)
  spawn do
    c1.send(nil)
    done.send(-1)
  end
  done.send(1)
  spawn do
    c3.send(nil)
    done.send(-1)
  end
  done.send(1)
  spawn do
    c2.send(nil)
    done.send(-1)
  end
  select
  when c2.receive
    c1.receive
    c3.receive
  when c1.receive
    c2.receive
    c3.receive
  end
  done.send(-1)
  running = 1
  while running > 0
    n = done.receive
    running += n
  end
  puts "ok"
end

main
