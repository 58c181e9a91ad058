"""The world outside: cameras, serial link, dice tower, LED grid; real, recorded and virtual.

The device, from the bottom up:

    messages, framing, rolls   what is said, how it looks on the line, a roll and its checksum
    link, null_modem           SerialLink, RecordingLink, RecordedLink; GarbledLink, NullModem
    device.Device              greeted, in step, reconnecting; `keep=` is called before a roll is acknowledged
    ports, choose              which port is ours; on_port(), on_bench(), virtual(): context managers → Device
    tower.DiceTower            roll_chip, roll_tower(pool, colours), roll_typed(pool, values), unclaimed()
    leds.LedGrid               point([(polygon in studs, rgb)]), pulse, chase, flash, clear, dark(), frozen()
    leds.*Lights               where LEDs are: Device-, Adalight- and ScreenLights
    led_map                    serpentine(columns, rows, width, height) under the board, rim(...) round it
    virtual_device             VirtualDevice(on_tumble=...): reset(), power_cut(), press_button(), leds
    bench.Bench                the compiled firmware: link(), reset(), power_cut(), pulse(), frame, made
    fairness                   judge(name, sides, values) → p-values; plot_svg

    with choose.virtual(keep=record.write_roll) as device:
        tower = DiceTower(device, read_tray)
        grid = LedGrid(serpentine(8, 8, 32, 32), DeviceLights(device))
        roll = tower.roll_chip(parse_pool("2d6+1d8"))
        with grid.dark():
            frame = camera.read()

Every trouble is a `problems.HardwareTrouble` with its cure. Rolls nobody asked for (the tower's button, one
made before a crash) wait in `tower.unclaimed()`; call it often, it also keeps the line alive.
"""
