def main
  done = Channel(Int32).new(3)
  c1 = Channel(Int32).new
  done.send(1)
  spawn do
    c1.send(1)
    done.send(-1)
  end
  c1.receive
  c1.receive
  done.send(-1)
  running = 1
  while running > 0
    n = done.receive
    running += n
  end
  puts "ok"
end

main
