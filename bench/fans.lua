-- Asks for the page without a pause, and reports with every so manyeth request that it was seen, each time from a
-- network of its own. The load generator does both itself: a second program on its core would take from it what
-- looked like the server's.
--   wrk -s fans.lua URL -- ARTIST EVERY

local page, artist, every
local asked = 0
visits = 0

function setup(thread)
  fans = thread
end

function init(arguments)
  artist, every = arguments[1], tonumber(arguments[2])
  page = wrk.format("GET")
end

function request()
  asked = asked + 1
  if every == 0 or asked % every ~= 0 then
    return page
  end
  visits = visits + 1
  local network = string.format("10.%d.%d.%d", math.floor(visits / 65536) % 256, math.floor(visits / 256) % 256, visits % 256)
  local body = '{"artist":"' .. artist .. '","from":"https://l.instagram.com/","tag":"","touch":true,"events":[["views"]]}'
  return wrk.format("POST", "/count", {
    ["Content-Type"] = "text/plain;charset=UTF-8",
    ["User-Agent"] = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36",
    ["X-Forwarded-For"] = network,
  }, body)
end

function done()
  print("Visits: " .. fans:get("visits"))
end
