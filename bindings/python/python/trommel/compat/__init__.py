"""Functions of other extractors, with their signatures, for those who move from them.

An option that trommel has no equal of raises NotImplementedError when it is set to something other
than its default. The chapter on Python of the documentation says what differs.
"""
