"""Functions with the signatures of other extractors.

A value other than the default of an unsupported option raises NotImplementedError. The chapter on
Python of the documentation lists the differences.
"""
