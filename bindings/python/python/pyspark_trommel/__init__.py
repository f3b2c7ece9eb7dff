"""Where Spark looks for the data source ``trommel``: in modules whose names begin with pyspark_."""

from trommel.spark import TrommelDataSource as DefaultSource

__all__ = ["DefaultSource"]
